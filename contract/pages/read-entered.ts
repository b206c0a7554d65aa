/** Reads what visitors entered into a public form (docs/product/forms.md#names-from-the-public). */
import type { Fields } from '../kit/field/field.ts'
import { toText } from '../kit/field/guards.ts'
import { validate } from '../kit/field/schema.ts'
import type { Entered } from './form-fields.ts'
import { hasAddress, isSeen, withoutHiddenSigns } from './public-name.ts'

interface Read {
  /** By field. */
  value: Readonly<Record<string, unknown>>
}

/**
 * Returns the values of the fields, or codes of problems by field. What the form does not have is not read. `names`: fields that mails and
 * lists show as somebody's name.
 */
export function readEntered(fields: Fields, entered: Entered, names: readonly string[]): Read | { problems: Map<string, string> } {
  const given = Object.fromEntries(
    Object.keys(fields).map((name) => {
      const text = withoutHiddenSigns(entered[name] ?? '')
      const isName = names.includes(name)
      return [name, isName && !isSeen(text) ? '' : isName ? text.replace(/\s+/g, ' ') : text]
    }),
  )
  const checked = validate(fields, [], { ...given, ...(given.email && { email: given.email.trim().toLowerCase() }) })
  if (!checked.ok) return { problems: new Map(Object.entries(checked.problems).map(([name, { code }]) => [name, code])) }
  const wrong = names.filter((name) => hasAddress(toText(checked.value[name])))
  return wrong.length ? { problems: new Map(wrong.map((name) => [name, 'address'])) } : { value: checked.value }
}
