/** Values as other clients write them, in any encoding (docs/product/forms.md#values-as-text). */
import { idIn } from '#contract/kit/field/aliases.ts'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { isNumeric } from '#contract/kit/field/kind.ts'

const numberText = /^-?\d{1,16}(?:\.\d{1,16})?$/

/** Number of a text that is one; other values stay. */
const readNumber = (value: unknown) => (typeof value === 'string' && numberText.test(value.trim()) ? Number(value) : value)

/** Number or ref of a record, which may stand in braces. */
const readId = (value: unknown) => readNumber(idIn(value))

function readIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readId)
  const single = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') || idIn(value) !== value
  if (!single) return value
  return typeof value === 'string' ? value.split(',', 1_001).map(readId) : [readId(value)]
}

const yes: readonly unknown[] = ['true', '1', 1, 'yes', 'on']
const no: readonly unknown[] = ['false', '0', 0, 'no', 'off']

function readValue(field: Field, value: unknown): unknown {
  const { kind, values = [] } = field
  if (isNumeric(kind) || (kind === 'choice' && typeof values[0] === 'number')) return readNumber(value)
  if (kind === 'flag') return yes.includes(value) ? true : no.includes(value) ? false : value
  if (kind === 'tags' && typeof value === 'string' && value.trim() !== '') return [value]
  if (kind === 'choices' && typeof values[0] === 'string' && typeof value === 'string' && value.trim() !== '')
    return value.split(',', 101).map((entry) => entry.trim())
  // A text that names a record may be its number.
  if (kind === 'text' && field.aliases?.includes('id') && Number.isSafeInteger(value)) return String(value)
  if (kind === 'references') return readIds(value)
  if (kind === 'reference') {
    const id = readId(value)
    // Nobody, where that is no value of its own.
    return id === 0 && !field.unassigned ? null : id
  }
  if (kind === 'object') return isRecord(value) ? readLoosely(field.fields ?? {}, value) : value
  if (kind === 'rows' && Array.isArray(value))
    return value.map((row: unknown) => (isRecord(row) ? readLoosely(field.fields ?? {}, row) : row))
  return value
}

/** Returns the values with ids and numbers that are texts as numbers, a single id as a list of one, and nobody (0) as none. */
export function readLoosely(fields: Fields, sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      return [name, field ? readValue(field, value) : value]
    }),
  )
}
