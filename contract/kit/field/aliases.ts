/** Aliases of fields: other names that a body may use. */
import type { Fields } from './field.ts'
import { isRecord } from './guards.ts'

type Values = Readonly<Record<string, unknown>>

/** Returns the id of a record in braces, also of a salesperson as the base contract writes them; other values stay. */
export function idIn(value: unknown): unknown {
  if (!isRecord(value)) return value
  return 'id' in value ? value.id : 'sales_id' in value ? value.sales_id : value
}

/** Fields that were sent under an alias. */
function aliased(fields: Fields, sent: Values): [name: string, value: unknown][] {
  return Object.entries(fields).flatMap(([name, { aliases = [] }]) => {
    const alias = aliases.find((each) => Object.hasOwn(sent, each))
    const value = alias === undefined ? undefined : sent[alias]
    return alias === undefined ? [] : [[name, idIn(value)] as [string, unknown]]
  })
}

/** Returns the sent values, with those of aliases by field name. */
export function withAliases(fields: Fields, sent: Values): Record<string, unknown> {
  return { ...Object.fromEntries(aliased(fields, sent)), ...sent }
}

/** Returns the changes made by an alias where the field's own name repeats the stored value. */
export function changedAliases(fields: Fields, sent: Values, stored: Values): Record<string, unknown> {
  const isChange = ([name, value]: [string, unknown]) => sent[name] === stored[name] && value !== stored[name]
  return Object.fromEntries(aliased(fields, sent).filter(isChange))
}
