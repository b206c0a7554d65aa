/** The Indonesian mobile number that a person reads in a cell (docs/product/leads.md#reading-a-file). */
import { usualPhone } from '../lib/patterns.ts'
import { hasLostDigits, plainText } from './plain-text.ts'

export type PhoneProblem = 'digits_lost' | 'phone_landline' | 'phone_abroad' | 'phone_short' | 'phone_long' | 'phone'

/** `rest`: further numbers of the cell, as written. */
export type ReadPhone = { phone: string; rest: string[] } | { phone: null; problem: PhoneProblem }

interface Candidate {
  text: string
  digits: string
  /** Begins with '+'. */
  isInternational: boolean
}

const isDigit = (sign: string | undefined): boolean => sign !== undefined && sign >= '0' && sign <= '9'
/** Signs within one number. */
const joins = new Set([' ', '-', '.', '_', '(', ')', '[', ']', '\t', "'"])
/** From here on, an opening bracket begins a remark. */
const minDigits = 9

/** Splits a text into numbers: letters and signs such as '/', ',' and ':' end one. */
function candidatesIn(text: string): Candidate[] {
  const found: Candidate[] = []
  let now: Candidate = { text: '', digits: '', isInternational: false }
  const end = (next: Partial<Candidate> = {}) => {
    if (now.digits !== '') found.push({ ...now, text: now.text.trim() })
    now = { text: '', digits: '', isInternational: false, ...next }
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (isDigit(sign)) {
      now.text += sign
      now.digits += sign
    } else if (sign === '+') {
      if (now.digits === '') now = { ...now, text: '+', isInternational: true }
      else end({ text: '+', isInternational: true })
    } else if ((sign === '(' || sign === '[') && now.digits.length >= minDigits) end()
    else if (joins.has(sign)) now.text += sign
    else end()
  }
  end()
  return found
}

/** Returns 628… of a number's digits, with whatever of '+62', '0062', '62', '0' stands before them; null for others, such as 0800. */
function mobileOf({ digits, isInternational }: Pick<Candidate, 'digits' | 'isInternational'>): string | null {
  if (isInternational && !digits.startsWith('62')) return null
  const plain = /^(?:00)?(?:62)?0?(8[1-9]\d*)$/.exec(digits)
  // '062812…' and '6262812…': the country's code was written twice, or after the zero.
  const doubled = /^(?:0|62)62(8[1-9]\d{7,10})$/.exec(digits)
  const phone = `62${(plain ?? doubled)?.[1] ?? ''}`
  return usualPhone.test(phone) ? phone : null
}

/** Two numbers side by side: the first pieces that are one, if another number follows. */
function firstOf({ text }: Candidate): Candidate | null {
  const pieces = text.split(/[^\d+]+/).filter((piece) => /\d/.test(piece))
  let digits = ''
  for (const [at, piece] of pieces.entries()) {
    digits += piece.replaceAll('+', '')
    const rest = pieces.slice(at + 1).join('')
    const candidate = { text: digits, digits, isInternational: (pieces[0] ?? '').startsWith('+') }
    if (mobileOf(candidate) && rest.length >= minDigits && /^(?:\+|0|62|8)/.test(pieces[at + 1] ?? '')) return candidate
  }
  return null
}

function problemOf({ digits, isInternational }: Candidate): PhoneProblem {
  const isOwn = /^(?:00)?62/.test(digits)
  if ((isInternational || digits.startsWith('00')) && !isOwn) return 'phone_abroad'
  const national = digits.replace(/^(?:00)?62(?=0?\d)/, '').replace(/^0+/, '')
  if (national.length < 8) return 'phone_short'
  if (/^8[1-9]/.test(national)) return national.length < 10 ? 'phone_short' : 'phone_long'
  if (isOwn || digits.startsWith('0') || national.startsWith('80')) return 'phone_landline'
  return digits.length >= 10 ? 'phone_abroad' : 'phone'
}

/** A zero that was typed as the letter: 'O812…'. */
const withZeros = (text: string) => text.replace(/(^|[^\p{L}])[oO](?=\d)/gu, '$10')

/** '812346000000': a spreadsheet read again what it had written as '8,12346E+11', with six digits. */
const sixDigits = /^[68]\d{5}0{5,9}(?:[.,]0{1,2})?$/

/** '1. 0812… 2. 0813…': the mark of an entry belongs to no number. */
const listMark = /(?<!\S)[1-9][.)]\s(?=\s{0,5}(?:[+0]|62|8))/g

/** Reads the beginning of a cell, within linear time. */
export function readPhone(cell: string): ReadPhone {
  if (hasLostDigits(cell) || sixDigits.test(plainText(cell))) return { phone: null, problem: 'digits_lost' }
  // '81234500040.0' is a number that a program kept as a decimal.
  const text = withZeros(plainText(cell).replace(listMark, '; ')).replace(/^(\+?\d{9,15})[.,]0{1,2}$/, '$1')
  const candidates = candidatesIn(text)
  for (const [at, candidate] of candidates.entries()) {
    const chosen = mobileOf(candidate) ? candidate : firstOf(candidate)
    const phone = chosen && mobileOf(chosen)
    if (!phone) continue
    const others = candidates.filter((other, place) => place !== at && other.digits.length >= 7)
    const beside = chosen === candidate ? [] : [candidate.text]
    return { phone, rest: [...beside, ...others.map((other) => other.text)] }
  }
  // '0812/3450/0040': no part is a number, all together are one.
  const whole = { digits: text.replace(/\D/g, ''), isInternational: text.startsWith('+') }
  const together = /\p{L}/u.test(text) ? null : mobileOf(whole)
  if (together) return { phone: together, rest: [] }
  const [longest] = candidates.toSorted((a, b) => b.digits.length - a.digits.length)
  return { phone: null, problem: longest ? problemOf(longest) : 'phone' }
}
