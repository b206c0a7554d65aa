/** The history of a record: who changed it when, and which fields from what to what. */
import { choice, dateTime, type Field, isEmpty, number, object, reference, text } from '../field/field.ts'
import { isRecord } from '../field/guards.ts'
import { isFile } from '../field/kind.ts'

export const historyActions = ['create', 'update', 'delete', 'trash', 'restore'] as const
export type HistoryAction = (typeof historyActions)[number]

export const historyFields = {
  id: number({ readOnly: true, required: true, integer: true }),
  created_at: dateTime({ readOnly: true, required: true }),
  /** Whoever did it, by the name they had then; `user` is their number, where somebody signed in did it. */
  created_by: text({ readOnly: true }),
  user: reference({ to: 'user', readOnly: true }),
  action: choice(historyActions, { readOnly: true, required: true }),
  /** The Idempotency-Key of the request. */
  mutation: text({ readOnly: true }),
  /** `{ field: [from, to] }`: values as in rows, files by their name, long texts cut, secrets without values. */
  changes: object({}, { readOnly: true, required: true }),
} as const

/** Of a section with revisions: the version that the change made, where that is kept whole. */
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

/**
 * The name under which a change tells what led to it, where that is not whoever changed the record itself: `{ source, detail }` as
 * what it became. No section may have a field of this name.
 */
export const causeName = 'cause'

/** Where a change of a record came from, such as 'order' with its number. */
export interface Cause {
  source: string
  detail: string | null
}

/** The fields that somebody may read, and the cause with them; nothing where they may read none of them. */
export function readableChanges(changes: Changes, readable: ReadonlySet<string>): Changes {
  const seen = Object.entries(changes).filter(([name]) => readable.has(name))
  const cause = changes[causeName]
  return Object.fromEntries(seen.length && cause ? [...seen, [causeName, cause]] : seen)
}

/** Characters of a text and entries of a list that a history keeps. */
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
