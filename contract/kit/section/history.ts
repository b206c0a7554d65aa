/** History of a record: who changed it, when, and the fields from value to value. */
import { choice, dateTime, type Field, isEmpty, number, object, reference, text } from '../field/field.ts'
import { isRecord } from '../field/guards.ts'
import { isFile } from '../field/kind.ts'

export const historyActions = ['create', 'update', 'delete', 'trash', 'restore'] as const
export type HistoryAction = (typeof historyActions)[number]

export const historyFields = {
  id: number({ readOnly: true, required: true, integer: true }),
  created_at: dateTime({ readOnly: true, required: true }),
  /** Name of the actor at the time; `user` is their number if they were signed in. */
  created_by: text({ readOnly: true }),
  user: reference({ to: 'user', readOnly: true }),
  action: choice(historyActions, { readOnly: true, required: true }),
  /** The Idempotency-Key of the request. */
  mutation: text({ readOnly: true }),
  /** `{ field: [from, to] }`: values as in rows, files as names, long texts cut, secrets without values. */
  changes: object({}, { readOnly: true, required: true }),
} as const

/** Version that the change made, if the section has revisions and kept it. */
export const versionField = number({ readOnly: true, integer: true })

export interface HistoryEntry {
  id: number
  created_at: string
  created_by: string | null
  user: number | null
  action: HistoryAction
  mutation: string | null
  changes: Changes
  version?: number | null
}

export type Changes = Readonly<Record<string, readonly [unknown, unknown]>>

/** Key of a change's cause, `{ source, detail }`, where it is not the actor's own change. No section may have a field of this name. */
export const causeName = 'cause'

/** Cause of a change, such as 'order' with its number. */
export interface Cause {
  source: string
  detail: string | null
}

/** Returns the changes of readable fields, with the cause; nothing where none is readable. */
export function readableChanges(changes: Changes, readable: ReadonlySet<string>): Changes {
  const seen = Object.entries(changes).filter(([name]) => readable.has(name))
  const cause = changes[causeName]
  return Object.fromEntries(seen.length && cause ? [...seen, [causeName, cause]] : seen)
}

/** Maximum characters of a text and entries of a list in a history. */
const maxText = 2_000
const maxEntries = 200

/** A value as a history keeps it. */
export function inHistory(field: Field | undefined, value: unknown): unknown {
  if (isEmpty(value) || (field?.emptyDate && value === field.emptyDate)) return null
  if (typeof value === 'string') return value.length > maxText ? `${value.slice(0, maxText)}…` : value
  if (Array.isArray(value)) return value.slice(0, maxEntries).map((entry: unknown) => inHistory(field, entry))
  if (!isRecord(value)) return value
  if (field && isFile(field.kind)) return inHistory(undefined, value.name)
  const inner = Object.entries(value).filter(([name]) => field?.fields?.[name]?.kind !== 'secret')
  return Object.fromEntries(inner.map(([name, entry]) => [name, inHistory(field?.fields?.[name], entry)]))
}
