import { phone628, usualPhone } from './patterns.ts'

/** Without what people and programs put between digits: spaces, brackets, any hyphen, and the invisible marks of copied contacts. */
const compact = (text: string) => text.replace(/[\s()[\].\-\u2010-\u2015\u2212_\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
/** Written with the code of another country. */
const isAbroad = (text: string) => /^(?:\+|00)(?!62)[1-9]/.test(compact(text))

/** Digits that begin with 62, of a number in any Indonesian spelling; null where it is of another country, or none. */
function indonesian(text: string): string | null {
  const bare = compact(text.trim().replace(/^(?:wa|whatsapp|hp|telp?|tlp|phone|no)\b\.?\s*:?/i, ''))
  if (!/^\+?\d+$/.test(bare) || isAbroad(bare)) return null
  const digits = bare.replace(/^\+/, '').replace(/^00(?=62)/, '')
  return `62${digits.replace(/^62/, '').replace(/^0/, '')}`
}

/**
 * An Indonesian number as people write it ('0812-3456-7890', '(+62) 812…', '+62 (0)812…', '812…', 'WA: 0812…') as digits starting 628.
 * Null when it is none.
 */
export function normalisePhone(text: string): string | null {
  const phone = indonesian(text)
  return phone !== null && usualPhone.test(phone) ? phone : null
}

/** The same where 628… is taken, whatever its length; a text that is no such number stays as it is. */
export function storedPhone(text: string): string {
  const phone = indonesian(text)
  return phone !== null && phone628.test(phone) ? phone : text
}

/**
 * The number of a customer, who may live abroad: digits with the country's code. One without '+' or '00' is Indonesian where it can
 * be. Null when it is none.
 */
export function customerPhone(text: string): string | null {
  const [, digits] = /^(?:\+|00)?([1-9]\d{7,14})$/.exec(compact(text)) ?? []
  if (digits && isAbroad(text)) return digits
  return normalisePhone(text) ?? digits ?? null
}

const minTermLength = 3

/**
 * What a search for a number in any spelling ('0812…', '(+62) 812…', '0812-34') looks for in numbers kept as 628…; it may be only
 * the beginning or a part of one. Null when the text is no number, or too short to mean one.
 */
export function phoneTerm(text: string): string | null {
  const bare = compact(text.trim())
  if (!/^\+?\d+$/.test(bare)) return null
  const digits = bare.replace(/^\+/, '').replace(/^00(?=62)/, '')
  if (digits.length < minTermLength) return null
  return digits.replace(/^(?:620?|0)(?=8)/, '62')
}
