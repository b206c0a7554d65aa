import { usualPhone } from '../kit/patterns.ts'

/** Without what people and programs put between digits: spaces, brackets, any hyphen, and the invisible marks of copied contacts. */
const compact = (text: string) => text.replace(/[\s()[\].\-\u2010-\u2015\u2212_\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
/** Written with the code of another country. */
const isAbroad = (text: string) => /^(?:\+|00)(?!62)[1-9]/.test(compact(text))

/**
 * An Indonesian number as people write it ('0812-3456-7890', '(+62) 812…', '+62 (0)812…', '812…', 'WA: 0812…') as digits starting 628.
 * Null when it is none.
 */
export function normalisePhone(text: string): string | null {
  const bare = compact(text.trim().replace(/^(?:wa|whatsapp|hp|telp?|tlp|phone|no)\b\.?\s*:?/i, ''))
  if (!/^\+?\d+$/.test(bare) || isAbroad(bare)) return null
  const digits = bare.replace(/^\+/, '').replace(/^00(?=62)/, '')
  const national = digits.replace(/^62/, '').replace(/^0/, '')
  const phone = `62${national}`
  return usualPhone.test(phone) ? phone : null
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
 * What a search for a number in any spelling ('0812…', '+62 812…', '0812-34') looks for in numbers kept as 628…; it may be only
 * the beginning or a part of one. Null when the text is no number, or too short to mean one.
 */
export function phoneTerm(text: string): string | null {
  if (!/^\+?[\d\s().-]+$/.test(text.trim())) return null
  const digits = text.replace(/\D/g, '').replace(/^00(?=62)/, '')
  if (digits.length < minTermLength) return null
  return digits.startsWith('08') ? `62${digits.slice(1)}` : digits
}
