/** A server without refs knows a record by its number alone: what waits behind a create learns it from the create's answer. */
import type { LastError, OutboxRow } from './types.ts'

const unnamed: LastError = { status: 0, code: 'dependency', message: '' }

const rename = (from: string, to: string) => (value: unknown) => (value === from ? to : value)

/** Later rows of a record that was made, by the number that it has now; parked when the answer did not tell it. */
export function withServerId(later: readonly OutboxRow[], made: OutboxRow, id: string | undefined): OutboxRow[] {
  const [ref] = made.touches
  if (made.action !== 'create' || ref === undefined) return []
  if (id === undefined) return later.map((row) => ({ ...row, state: 'parked', reason: 'dependency', lastError: unnamed }))
  const change = rename(ref, id)
  const each = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.map(change) : change(value)]))
  return later.map((row) => ({
    ...row,
    touches: row.touches.map((touched) => (touched === ref ? id : touched)),
    dependsOn: row.dependsOn.filter((needed) => needed !== ref),
    params: Object.fromEntries(Object.entries(row.params).map(([name, value]) => [name, value === ref ? id : value])),
    patch: each(row.patch),
    ...(row.base?.each && {
      base: { ...row.base, each: Object.fromEntries(Object.entries(row.base.each).map(([of, seen]) => [of === ref ? id : of, seen])) },
    }),
  }))
}
