import { phone628, usualPhone } from './patterns.ts'

/** Removes separators: spaces, brackets, any hyphen, and invisible marks of copied contacts. */
const compact = (text: string) => text.replace(/[\s()[\].\-\u2010-\u2015\u2212_\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
/** Has another country's code. */
const isAbroad = (text: string) => /^(?:\+|00)(?!62)[1-9]/.test(compact(text))

/** Returns digits from 62 of an Indonesian number in any spelling; null for others. */
function indonesian(text: string): string | null {
  const bare = compact(text.trim().replace(/^(?:wa|whatsapp|hp|telp?|tlp|phone|no)\b\.?\s*:?/i, ''))
  if (!/^\+?\d+$/.test(bare) || isAbroad(bare)) return null
  const digits = bare.replace(/^\+/, '').replace(/^00(?=62)/, '')
  return `62${digits.replace(/^62/, '').replace(/^0/, '')}`
}

/**
 * Returns an Indonesian number ('0812-3456-7890', '(+62) 812…', '+62 (0)812…', '812…', 'WA: 0812…') as digits starting 628; null if it is
 * none.
 */
export function normalisePhone(text: string): string | null {
  const phone = indonesian(text)
  return phone !== null && usualPhone.test(phone) ? phone : null
}

/** Like `normalisePhone` with 628… of any length; other texts are unchanged. */
export function storedPhone(text: string): string {
  const phone = indonesian(text)
  return phone !== null && phone628.test(phone) ? phone : text
}

/**
 * Returns a customer's number, maybe abroad: digits with the country's code. Without '+' or '00' it is Indonesian if possible. Null if it
 * is none.
 */
export function customerPhone(text: string): string | null {
  const [, digits] = /^(?:\+|00)?([1-9]\d{7,14})$/.exec(compact(text)) ?? []
  if (digits && isAbroad(text)) return digits
  return normalisePhone(text) ?? digits ?? null
}

const minTermLength = 3

/**
 * Returns the search term in stored numbers (628…) for one in any spelling ('0812…', '(+62) 812…', '0812-34'), also of a part. Null if it
 * is no number, or too short.
 */
export function phoneTerm(text: string): string | null {
  const bare = compact(text.trim())
  if (!/^\+?\d+$/.test(bare)) return null
  const digits = bare.replace(/^\+/, '').replace(/^00(?=62)/, '')
  if (digits.length < minTermLength) return null
  return digits.replace(/^(?:620?|0)(?=8)/, '62')
}
