/**
 * What a person decided about a conflict, as changes of the outbox. Pure; a store applies each in one transaction. A
 * decision is a new mutation in the old one's place (docs/offline.md#conflicts), on the version that the person saw.
 */
import type { Fields } from '#contract/kit/field/field.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { writeCall } from '#contract/kit/section/section-calls.ts'
import { baseOf, keepBaseVersion } from './merge.ts'
import { again } from './settle.ts'
import type { OutboxRow } from './types.ts'

export interface Resolution {
  put: readonly OutboxRow[]
  /** `seq` of rows that nothing is left of; their files go with them. */
  remove: readonly number[]
}

export const isConflict = (row: OutboxRow): boolean => row.state === 'parked' && row.reason === 'conflict'

interface Decided {
  row: OutboxRow
  /** Later rows that share a record with it. */
  later: readonly OutboxRow[]
  newId: () => string
}

/** An update: `patch` is what is to hold of mine, over `current`, which the person saw. Nothing of mine: the row goes. */
export function resolveUpdate(
  { row, later, newId }: Decided,
  { patch, current, fields }: { patch: Readonly<Record<string, unknown>>; current: AnyRow; fields: Fields },
): Resolution {
  const behind = keepBaseVersion(later, row, patch)
  if (Object.keys(patch).length === 0) return { put: behind, remove: [row.seq] }
  const files = row.files.filter(({ field }) => Object.hasOwn(patch, field.split('.')[0] ?? field))
  return { put: [{ ...row, ...again, patch, files, base: baseOf(fields, current), id: newId() }, ...behind], remove: [] }
}

/** A delete: only `refs` are deleted after all, as the person saw them now; the others are kept. */
export function resolveRemoval({ row, newId }: Decided, { refs, fields }: { refs: readonly string[]; fields: Fields }): Resolution {
  if (refs.length === 0) return { put: [], remove: [row.seq] }
  const seen = refs.flatMap((ref) => {
    const current = row.lastError?.currents?.[ref]
    const known = current ? baseOf(fields, current) : row.base?.each?.[ref]
    return known ? [[ref, known] as const] : []
  })
  const base = { version: null, values: {}, each: Object.fromEntries(seen) }
  return { put: [{ ...row, ...again, touches: refs, base, id: newId() }], remove: [] }
}

/** Changes of a record that is gone from the server, the one in conflict and those behind it, are given up. */
export function giveUp({ row, later }: Decided): Resolution {
  return { put: [], remove: [row, ...later.filter((entry) => isOnlyOf(row, entry))].map(({ seq }) => seq) }
}

const isOnlyOf = (row: OutboxRow, entry: OutboxRow): boolean =>
  entry.action !== 'create' && entry.touches.every((ref) => row.touches.includes(ref))

export interface Remains {
  /** What the person last saw of the record, with their changes over it; files that are stored nowhere else are in `files`. */
  values: Readonly<Record<string, unknown>>
  files: OutboxRow['files']
  /** Fields whose stored file went with the record. */
  lost: readonly string[]
  /** Rows whose changes are in it. */
  rows: readonly OutboxRow[]
}

/** All that is cached of a deleted record: nothing, where the person deleted it after their change. */
export function remainsOf(row: OutboxRow, later: readonly OutboxRow[], fields: Fields): Remains | null {
  const rows = [row, ...later.filter((entry) => isOnlyOf(row, entry))]
  if (row.action !== 'update' || !row.base || rows.some((entry) => entry.action === 'remove')) return null
  const updates = rows.filter((entry) => entry.action === 'update')
  const merged: Record<string, unknown> = Object.assign({}, row.base.values, ...updates.map(({ patch }) => patch))
  const files = new Map(updates.flatMap((entry) => [...named(entry.patch), ...entry.files.map((file) => [file.field, file] as const)]))
  const written = Object.entries(fields).filter(([, { readOnly, kind }]) => !readOnly && kind !== 'secret')
  const values = written.flatMap(([name, { kind }]) => (isFile(kind) || merged[name] == null ? [] : [[name, merged[name]] as const]))
  const lost = written.filter(([name, { kind }]) => isFile(kind) && merged[name] != null && !files.get(name)).map(([name]) => name)
  return { values: Object.fromEntries(values), files: [...files.values()].filter((file) => file !== null), lost, rows }
}

/** A later change of a field takes the place of a file that was chosen for it before. */
const named = (patch: OutboxRow['patch']) => Object.keys(patch).map((name) => [name, null] as const)

/** The record made again out of what remains, under a ref of its own, in the place of the first of its changes. */
export function makeAgain({ row, newId }: Decided, { section, remains }: { section: Section; remains: Remains }): Resolution {
  const call = writeCall(section, 'create', remains.values)
  const ref = newId()
  const whole = remains.files.filter(({ field }) => !field.includes('.'))
  const patch = { ...remains.values, ...Object.fromEntries(whole.map(({ field }) => [field, null])), ref }
  const made: OutboxRow = {
    ...row,
    ...again,
    id: newId(),
    call: call.name,
    action: 'create',
    payloadVersion: call.payloadVersion,
    touches: [ref],
    params: {},
    patch,
    base: null,
    files: remains.files,
  }
  return { put: [made], remove: remains.rows.filter(({ seq }) => seq !== row.seq).map(({ seq }) => seq) }
}
