/** Valid values of a field, for records of any section. */
import fc from 'fast-check'
import type { Field } from '#contract/kit/field/field.ts'

/** Like formulas, quoted, with cell separators. An import collapses spaces, so there are no two. */
export const word = fc
  .stringMatching(/^[A-Za-z0-9=+@,;'" -]{0,12}[A-Za-z0-9]$/)
  .filter((text) => text === text.trim() && !text.includes('  '))

const day = fc.constantFrom('2026-01-31', '2024-02-29', '2026-12-01')
const tag = fc.stringMatching(/^[a-z0-9]{1,8}$/)
const moment = fc.constantFrom('2026-11-20T08:30:00+07:00', '2026-01-01T00:00:00+07:00')

function filled({ kind, values = [], min, max, required }: Field, ids: readonly number[]): fc.Arbitrary<unknown> | null {
  switch (kind) {
    case 'text':
    case 'textarea':
      return word
    case 'richText':
      return word.map((text) => `<p>${text.replace(/[^\w ]/g, 'x')}</p>`)
    case 'slug':
      return fc.stringMatching(/^[a-z]{6}[a-z0-9]{4}$/)
    case 'url':
      return tag.map((name) => `https://${name}.contoh.test/`)
    case 'email':
      return tag.map((name) => `${name}@contoh.test`)
    case 'phone':
      return fc.stringMatching(/^62813\d{7}[1-9]$/)
    case 'digits':
      return fc.stringMatching(new RegExp(`^\\d{${min ?? 5},${Math.min(max ?? 20, 20)}}$`))
    case 'number':
    case 'money':
      return fc.integer({ min: Math.max(0, Number(min ?? 0)), max: Math.min(10 ** 12, Number(max ?? 10 ** 12)) })
    case 'date':
      return day
    case 'dateTime':
      return moment
    case 'month':
      return day.map((text) => text.slice(0, 7))
    case 'flag':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(...values)
    case 'choices':
      return fc.subarray([...values], { minLength: required ? 1 : 0 })
    case 'tags':
      return fc.uniqueArray(tag, { maxLength: 3 })
    case 'reference':
      return fc.constantFrom(...ids)
    case 'references':
      return fc.subarray([...ids], { maxLength: 3 })
    default:
      return null
  }
}

/** Sometimes null where the field may be empty; always null for a kind without a cell. `ids`: of possible references. */
export function fieldValue(field: Field, ids: readonly number[]): fc.Arbitrary<unknown> | null {
  const value = filled(field, ids)
  const isAlways = field.required || ['flag', 'choice', 'choices', 'tags', 'references'].includes(field.kind)
  return value && !isAlways ? fc.option(value, { nil: null, freq: 3 }) : value
}
