/** Other names of a field, which a body may use in place of its own. */
import type { Fields } from './field.ts'
import { isRecord } from './guards.ts'

type Values = Readonly<Record<string, unknown>>

/** Fields by what came under another of their names. */
function aliased(fields: Fields, sent: Values): [name: string, value: unknown][] {
  return Object.entries(fields).flatMap(([name, { aliases = [] }]) => {
    const alias = aliases.find((each) => Object.hasOwn(sent, each))
    const value = alias === undefined ? undefined : sent[alias]
    return alias === undefined ? [] : [[name, isRecord(value) && 'id' in value ? value.id : value] as [string, unknown]]
  })
}

/** What was sent, with the fields that came under another name alone. */
export function withAliases(fields: Fields, sent: Values): Record<string, unknown> {
  return { ...Object.fromEntries(aliased(fields, sent)), ...sent }
}

/** What another name changes of a record, where the field's own name repeats what is stored. */
export function changedAliases(fields: Fields, sent: Values, stored: Values): Record<string, unknown> {
  const isChange = ([name, value]: [string, unknown]) => sent[name] === stored[name] && value !== stored[name]
  return Object.fromEntries(aliased(fields, sent).filter(isChange))
}
