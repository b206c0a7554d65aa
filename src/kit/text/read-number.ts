import type { Field } from '#contract/kit/field/field.ts'
import { decimalMark, formatExact } from './format.ts'

/** Formats a number with groups, in the person's language; `readNumber` parses it back. */
export const writeNumber = formatExact

/** In characters; no field accepts a longer number. */
const maxLength = 60

type NumberField = Pick<Field, 'kind' | 'integer'>
const isWhole = ({ kind, integer }: NumberField) => kind === 'money' || integer === true

/** Formats a number without groups, as typed; `readNumber` parses it back. */
export const writeTyped = (value: number): string => String(value).replace('.', decimalMark())

/**
 * Parses typed or pasted text: '1.250.000', '1,250,000', 'Rp 5.000,-', '1250000', '12,5' and '12.5'. Other text is returned for validation
 * to refuse. A mark before three digits groups them in integer fields; elsewhere the language decides.
 */
export function readNumber(text: string, field: NumberField): number | string {
  if (text.length > maxLength) return text
  if (text.trim() === '') return ''
  const plain = text
    .replace(/[\s\u200e\u200f\u061c]|Rp\.?|IDR|%/gi, '')
    .replace('−', '-')
    .replace(/[.,]-?$/, '')
  const digits = plain.replace(/^[+-]/, '')
  if (!/\d/.test(digits) || !/^\d*([.,]\d+)*$/.test(digits)) return text
  const [first = '', ...rest] = digits.split(/[.,]/)
  const marks = [...digits.matchAll(/[.,]/g)].map(([mark]) => mark)
  const last = marks.at(-1)
  const isGrouped = (some: readonly string[]) => /^[1-9]\d{0,2}$/.test(first) && some.every(({ length }) => length === 3)
  const isOneKind = marks.every((mark) => mark === last)
  const hasFraction = marks.length === 1 ? !isGrouped(rest) || (!isWhole(field) && last === decimalMark()) : !isOneKind
  const groups = hasFraction ? rest.slice(0, -1) : rest
  const isOneGrouping = new Set(marks.slice(0, groups.length)).size < 2
  if (groups.length > 0 && !(isGrouped(groups) && isOneGrouping)) return text
  const number = Number(`${first}${groups.join('')}.${hasFraction ? rest.at(-1) : '0'}`)
  return plain.startsWith('-') ? -number : number
}
