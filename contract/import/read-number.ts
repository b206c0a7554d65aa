/** The number that a person reads in a cell (docs/product/leads.md#reading-a-file). */
import { hasLostDigits, plainText } from './plain-text.ts'

export type NumberProblem = 'digits_lost' | 'number_unit' | 'number'

export type ReadNumber = { value: number } | { value: null; problem: NumberProblem }

/** Words after a number, and what they multiply it by. Null where they mean two things: 'M' is a million or a billion, a lot 100 shares. */
const units: Readonly<Record<string, number | null>> = {
  ...{ rp: 1, idr: 1, rupiah: 1, lbr: 1, lembar: 1, lb: 1, saham: 1, shares: 1, pcs: 1, buah: 1 },
  ...{ rb: 1e3, ribu: 1e3, k: 1e3, jt: 1e6, juta: 1e6, miliar: 1e9, milyar: 1e9, mlr: 1e9, bn: 1e9, triliun: 1e12, trilyun: 1e12 },
  ...{ m: null, mn: null, mil: null, b: null, t: null, lot: null, lots: null },
}

const groupedForms = {
  '.': /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/,
  ',': /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
  ' ': /^[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?$/,
  "'": /^[1-9]\d{0,2}(?:'\d{3})+(?:[.,]\d+)?$/,
} as const

/** Returns the value of digits with separators: a single group of three is thousands, as '1.250' is Indonesian for 1250. */
function parseGrouped(text: string): number | null {
  for (const [group, form] of Object.entries(groupedForms)) if (form.test(text)) return Number(text.replaceAll(group, '').replace(',', '.'))
  return /^\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : null
}

/** Splits '(1.500,-)' and '- 1.500' into sign and rest. */
function takeSign(text: string): { sign: 1 | -1; rest: string } {
  const bracketed = /^\(([^()]*)\)$/.exec(text)
  if (bracketed) return { sign: -1, rest: (bracketed[1] ?? '').trim() }
  if (text.startsWith('-')) return { sign: -1, rest: text.slice(1).trim() }
  return { sign: 1, rest: text.startsWith('+') ? text.slice(1).trim() : text }
}

const withoutCurrency = (text: string) => text.replace(/^(?:rp|idr)(?![a-z])\.?:? ?/, '')

/** Reads '3.889.179.559', 'Rp 1.500.000,-', '1,5jt', '1500K', '(500)' and '１２３', within linear time. */
export function readNumber(cell: string): ReadNumber {
  if (hasLostDigits(cell)) return { value: null, problem: 'digits_lost' }
  const text = plainText(cell).toLowerCase().replace(/\s+/g, ' ')
  const outer = takeSign(withoutCurrency(text))
  const inner = takeSign(withoutCurrency(outer.rest))
  // 'Rp 1.500.000,-' and '1.500.000.-' have no cents; '500-' is negative in some ledgers.
  const whole = inner.rest.replace(/ ?[,.](?:-+|=)(?=$|[ a-z])/, '')
  const trailing = /^[\d., ']+-$/.test(whole)
  const [, digits = '', words = ''] = /^(\d[\d., ']*?) ?([a-z][a-z. ]*)?$/.exec(trailing ? whole.slice(0, -1) : whole) ?? []
  let scale = 1
  for (const word of words.split(/[ .]/).filter(Boolean)) {
    const unit = Object.hasOwn(units, word) ? units[word] : undefined
    if (unit === undefined) return { value: null, problem: 'number' }
    if (unit === null) return { value: null, problem: 'number_unit' }
    scale *= unit
  }
  const value = parseGrouped(digits.trim())
  if (value === null) return { value: null, problem: 'number' }
  const sign = trailing ? -1 : outer.sign * inner.sign
  return { value: sign * (scale === 1 ? value : Number((value * scale).toPrecision(15))) }
}

/** Returns a number in any of these spellings; null if it is none. */
export const parseNumberText = (text: string): number | null => readNumber(text).value

/** What the numbers of a column say of their decimal mark; null where they say nothing, or two things. */
export function decimalMarkOf(cells: Iterable<string>): '.' | ',' | null {
  let [dots, commas] = [false, false]
  for (const cell of cells) {
    const text = cell.slice(0, 40)
    if (/\d\.\d{1,2}$|\d\.\d{4,}$|\d,\d{3},\d{3}|\d,\d{3}\./.test(text)) dots = true
    if (/\d,\d{1,2}$|\d,\d{4,}$|\d\.\d{3}\.\d{3}|\d\.\d{3},/.test(text)) commas = true
  }
  return dots === commas ? null : dots ? '.' : ','
}

/** Writes a decimal with three places as one that nobody takes for thousands: '1.125' as '1.1250', where `mark` is the column's. */
export function unmistakableDecimal(cell: string, mark: '.' | ','): string {
  return new RegExp(`^-?\\d{1,3}\\${mark}\\d{3}$`).test(cell.slice(0, 40).trim()) ? `${cell.trim()}0` : cell
}
