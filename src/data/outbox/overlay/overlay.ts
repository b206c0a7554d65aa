/** What a screen shows: the server's rows folded with what waits. Pure; never written into the query cache. */
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { OutboxRow } from '../row/types.ts'
import type { matches as listMatches } from './list-evaluate.ts'

export type RowState = 'pending' | 'failed' | 'conflict' | 'deleting'

/** A row and what waits for it; the state stands beside the row, so a form never sends it. */
export interface FoldedRow {
  row: AnyRow
  _state: RowState | null
}

export interface Folded {
  rows: FoldedRow[]
  /** Pending creates that the server does not count yet; totals say '+N'. */
  added: number
}

/** Fields of a patch that name records and are no values of theirs. */
const names = new Set(['id', 'ids', 'from', 'to'])

/** What waits ends in a delete; a restore behind it takes it back. */
export const isRemoved = (waiting: readonly OutboxRow[]): boolean =>
  waiting.filter(({ action }) => action === 'remove' || action === 'restore').at(-1)?.action === 'remove'

function stateOf(all: readonly OutboxRow[]): RowState | null {
  const waiting = all.filter((row) => row.state !== 'done' || row.action === 'remove')
  if (waiting.some((row) => row.state === 'parked' && row.reason === 'conflict')) return 'conflict'
  if (waiting.some((row) => row.state === 'parked' && row.reason !== 'auth')) return 'failed'
  if (isRemoved(waiting)) return 'deleting'
  return waiting.length ? 'pending' : null
}

/** A state that was refused is not shown as reached; what a form saved stays in sight, to be corrected. */
const isRefusedState = ({ reason, action }: OutboxRow): boolean => reason === 'rejected' && action !== 'create' && action !== 'update'

/** Cleared values are null in rows; a file that waits is no stored file yet, so the row keeps the one it had. */
function valuesOf(section: Section, waiting: OutboxRow): Record<string, unknown> {
  if (waiting.action === 'remove' || waiting.action === 'swap' || isRefusedState(waiting)) return {}
  const files = new Set(waiting.files.map((file) => file.field))
  const made = waiting.action === 'call' ? section.calls[waiting.call.slice(section.name.length + 1)]?.optimistic : {}
  const switched = waiting.action === 'switch' ? waiting.call.slice(waiting.call.lastIndexOf('.') + 1) : null
  // What the server joins belongs to the reference that was there before.
  const joined = Object.entries(section.fields).flatMap(([name, field]) =>
    field.joined && field.joined.replace(/\..*/, '') in waiting.patch ? [[name, null]] : [],
  )
  return Object.fromEntries([
    ...joined,
    ...Object.entries(waiting.patch).flatMap(([name, value]) => {
      if (names.has(name) || files.has(name)) return []
      const field = switched && name === section.switches[switched]?.key ? switched : name
      return field in section.fields || field === 'ref' ? [[field, value]] : []
    }),
    ...Object.entries(made ?? {}),
  ])
}

/** A record that the server has not numbered: id 0, version 0, the device's clock. */
export function pendingRow(section: Section, create: OutboxRow): AnyRow {
  const at = new Date(create.createdAt).toISOString()
  const empty = Object.fromEntries(Object.keys(section.fields).map((name) => [name, null]))
  const record = { id: 0, version: 0, created_at: at, created_by: null, updated_at: at, updated_by: null }
  return { ...empty, ...valuesOf(section, create), ...record, ref: create.touches[0] ?? '' }
}

/** One record with what waits for it, in the order of the outbox. */
export function fold(section: Section, row: AnyRow, waiting: readonly OutboxRow[]): FoldedRow {
  return waiting.length
    ? { row: Object.assign({}, row, ...waiting.map((entry) => valuesOf(section, entry))), _state: stateOf(waiting) }
    : { row, _state: null }
}

export interface FoldOptions {
  /** Pending creates stand on top of page 1 only, and only where they match. */
  list?: ListQuery | undefined
  /** The list grammar; without it a list that is searched or filtered shows no pending creates. */
  matches?: typeof listMatches | null
}

function belongs(section: Section, row: AnyRow, { list, matches }: FoldOptions): boolean {
  if (!list || (list.search === '' && list.filters.length === 0)) return true
  return matches?.(section, row, list) ?? false
}

/** Folds rows of one section with the outbox, in its order. */
export function foldRows(section: Section, rows: readonly AnyRow[], outbox: readonly OutboxRow[], options: FoldOptions = {}): Folded {
  const own = outbox.filter((row) => row.section === section.name)
  if (own.length === 0) return { rows: rows.map((row) => ({ row, _state: null })), added: 0 }
  const byRef = new Map<string, OutboxRow[]>()
  for (const row of own) for (const ref of row.touches) byRef.set(ref, [...(byRef.get(ref) ?? []), row])
  const folded = rows.map((row) => fold(section, row, byRef.get(row.ref) ?? []))
  const stored = new Set(rows.map((row) => row.ref))
  const created = own
    .filter((row) => row.action === 'create' && !stored.has(row.touches[0] ?? ''))
    .map((create) => fold(section, pendingRow(section, create), byRef.get(create.touches[0] ?? '') ?? []))
    .filter(({ row }) => belongs(section, row, options))
    .reverse()
  const onTop = (options.list?.page ?? 1) === 1 ? created : []
  return { rows: [...onTop, ...folded], added: created.length }
}

/** One record as the person sees it; a record that only waits here is found, too. Null when there is none. */
export function foldOne(section: Section, row: AnyRow | null, ref: string, outbox: readonly OutboxRow[]): FoldedRow | null {
  const waiting = outbox.filter((entry) => entry.section === section.name && entry.touches.includes(row?.ref ?? ref))
  const create = waiting.find((entry) => entry.action === 'create')
  const start = row ?? (create ? pendingRow(section, create) : null)
  return start && fold(section, start, waiting)
}
