/** Values that a body leaves out (docs/product/forms.md#values-that-are-not-named). */
import { type Field, type Fields, isEmpty } from './field.ts'
import { isRecord } from './guards.ts'
import { isFile, isMany } from './kind.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether an update leaves the stored value, by its kind or because the field needs one and the server has one for it. */
export function mayStay({ kind, required, initial }: Field): boolean {
  return kind === 'flag' || isMany(kind) || isFile(kind) || (required && initial !== undefined)
}

/** Whether the body does not name such a value. A list is named by its empty key; a value that is needed is not named by none. */
export function isLeftOut(field: Field, name: string, sent: Values): boolean {
  const { kind } = field
  if (!mayStay(field)) return false
  return kind === 'flag' || isMany(kind) || isFile(kind) ? !Object.hasOwn(sent, name) : isEmpty(sent[name])
}

/** Returns the one value of a choice that the named values need: a moment to send at is of what is sent later. Undefined if none or several. */
function impliedValue(fields: Fields, choice: string, sent: Values): unknown {
  const needed = Object.entries(fields).flatMap(([name, { requiredWhen }]) => {
    // A price of 0 names none.
    const isNamed = !isEmpty(sent[name]) && sent[name] !== 0
    return isNamed && requiredWhen?.field === choice && !requiredWhen.and && requiredWhen.is?.length === 1 ? requiredWhen.is : []
  })
  return new Set(needed).size === 1 ? needed[0] : undefined
}

/**
 * Returns the values of a new record, or of new rows in it. A choice that is left out is the one that the named values need; other required
 * fields that are left out have their initial values.
 */
export function fillDefaults(fields: Fields, sent: Values): Record<string, unknown> {
  const values: Record<string, unknown> = { ...sent }
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name]
    if (field.readOnly) continue
    const implied = field.kind === 'choice' && field.initial !== undefined && isEmpty(value) ? impliedValue(fields, name, sent) : undefined
    if (implied !== undefined) values[name] = implied
    else if (field.required && field.initial !== undefined && isLeftOut(field, name, sent)) values[name] = field.initial
    else if (field.kind === 'object' && isRecord(value)) values[name] = fillDefaults(field.fields ?? {}, value)
    else if (field.kind === 'rows' && Array.isArray(value))
      values[name] = value.map((row: unknown) => (isRecord(row) ? fillDefaults(field.fields ?? {}, row) : row))
  }
  return values
}
