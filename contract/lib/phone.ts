import { phone628 } from '../kit/patterns.ts'

/**
 * An Indonesian number as people write it ('0812-3456-7890', '+62 812…', '812…') as digits starting 628.
 * Null when it is none.
 */
export function normalisePhone(text: string): string | null {
  if (!/^\+?[\d\s().-]+$/.test(text.trim())) return null
  const digits = text.replace(/\D/g, '').replace(/^00(?=62)/, '')
  const national = digits.replace(/^62/, '').replace(/^0/, '')
  const phone = `62${national}`
  return phone628.test(phone) ? phone : null
}
