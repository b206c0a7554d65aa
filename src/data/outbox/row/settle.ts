/**
 * Computes the changes that a verdict makes to the outbox and to the cached rows. Pure; a store applies them in one
 * transaction.
 */
import type { Fields } from '#contract/kit/field/field.ts'
import { equalValues } from '#contract/kit/field/merge.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { pause } from './lanes.ts'
import { keepBaseVersion, mergeRemoval, mergeUpdate } from './merge.ts'
import type { Base, LastError, Notice, OutboxRow, Refused, RefusedName, Verdict } from './types.ts'

/** A server without refs knows a record by its number alone: what waits behind a create learns it from the create's answer. */

const unnamed: LastError = { status: 0, code: 'dependency', message: '' }

const rename = (from: string, to: string) => (value: unknown) => (value === from ? to : value)

/** Later rows of a record that was made, by the number that it has now; parked when the answer did not tell it. */
function withServerId(later: readonly OutboxRow[], made: OutboxRow, id: string | undefined): OutboxRow[] {
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

export interface Settlement {
  put: OutboxRow[]
  /** `seq` of rows that are done; their files go with them. */
  remove: number[]
  /** Cached rows of the section: as the server has them now, changed by a bulk call, gone. */
  cached: {
    section: string
    row: AnyRow | null
    changed: readonly string[]
    patch: Readonly<Record<string, unknown>>
    /** By ref: what the bulk call made of each that it changed. */
    versions: Readonly<Record<string, number>>
    removed: readonly string[]
  } | null
  /** A notice for the person, shown once, by the tab they see next. */
  notice: Notice | null
}

export interface SettleInput {
  /** As it stands in the store now. */
  row: OutboxRow
  verdict: Verdict
  /** Later rows that share a record with it. */
  later: readonly OutboxRow[]
  /** Of its section; they say how a conflict merges. None: every value is taken as it is. */
  fields: Fields
  now: number
  random: number
  newId: () => string
}

type Done = Extract<Verdict, { kind: 'done' }>
type Parked = Extract<Verdict, { kind: 'parked' }>

/** A version follows only where nothing but our own change lies between; else it stays and meets the conflict. */
const follow = (seen: number | null, received: number): number | null => (seen === null || seen + 1 === received ? received : seen)

/** What the person saw of the change before theirs, as the server made it: a number for a ref, a file with its address. */
function asStored(values: Base['values'], done: OutboxRow, stored: AnyRow): Base['values'] {
  const names = Object.keys(done.patch).filter((name) => {
    const saw = done.files.some((file) => file.field === name) ? done.base?.values[name] : done.patch[name]
    return Object.hasOwn(values, name) && Object.hasOwn(stored, name) && equalValues(undefined, values[name], saw)
  })
  return names.length ? { ...values, ...Object.fromEntries(names.map((name) => [name, stored[name]])) } : values
}

/**
 * The rows behind send the version that this verdict told (rule 5). Somebody else's change may lie between what the person
 * saw and what it told: of a bulk call, which is sent without If-Match, or of a change that was merged.
 */
function followUp(later: readonly OutboxRow[], done: OutboxRow, { row, versions = {} }: Done): OutboxRow[] {
  const received = row ? { ...versions, [row.ref]: row.version } : versions
  return later.flatMap((entry): OutboxRow[] => {
    const { base } = entry
    const ref = entry.touches.find((each) => received[each] !== undefined)
    if (!base || ref === undefined) return []
    const next = base.each ? { ...base, each: followEach(base.each, received) } : followOne(base, done, row, received[ref] ?? 0)
    return equalValues(undefined, next, base) ? [] : [{ ...entry, base: next }]
  })
}

function followOne(base: Base, done: OutboxRow, stored: AnyRow | null, version: number): Base {
  return { ...base, version: follow(base.version, version), values: stored ? asStored(base.values, done, stored) : base.values }
}

function followEach(each: NonNullable<Base['each']>, received: Readonly<Record<string, number>>): NonNullable<Base['each']> {
  const entries = Object.entries(each).map(([ref, seen]) => {
    const version = received[ref]
    return [ref, version === undefined ? seen : { ...seen, version: follow(seen.version, version) }] as const
  })
  return Object.fromEntries(entries)
}

const currentsOf = (refused: readonly Refused[]): Record<string, AnyRow> =>
  Object.fromEntries(refused.flatMap(({ ref, current }) => (current ? [[ref, current]] : [])))

export function namesOf({ base, touches, label }: OutboxRow, refused: readonly Refused[]): RefusedName[] {
  const only = touches.length === 1 ? label : ''
  return refused.map(({ ref, message, reason }) => ({
    name: base?.each?.[ref]?.label ?? only,
    message,
    ...(reason !== undefined && { reason }),
  }))
}

/** A bulk call in part refused: what was refused stays, parked, with the server's words; what others changed asks. */
function refusedRow(row: OutboxRow, refused: readonly Refused[]): OutboxRow {
  const refs = refused.map(({ ref }) => ref)
  const currents = currentsOf(refused)
  const message = refused.find((entry) => entry.message && !entry.current)?.message ?? ''
  const isConflict = Object.keys(currents).length > 0
  const names = namesOf(row, refused)
  const error: LastError = isConflict
    ? { status: 412, code: 'stale', message, currents, refused: names }
    : { status: 422, code: 'invalid', message, refused: names }
  const patch = 'ids' in row.patch ? { ...row.patch, ids: refs } : row.patch
  const reason = isConflict ? 'conflict' : 'rejected'
  return { ...row, touches: refs, patch, state: 'parked', reason, lastError: error, decided: true }
}

/** What a new attempt in the same place starts from; the id is new, too. */
export const again = {
  state: 'queued',
  reason: null,
  attempts: 0,
  attempted: false,
  decided: false,
  nextAttemptAt: 0,
  lastError: null,
} as const

function noticeOf(kind: Notice['kind'], row: OutboxRow, rest: Partial<Notice> = {}): Notice {
  return { kind, seq: row.seq, section: row.section, label: row.label, mine: [], theirs: [], who: null, ...rest }
}

function part({ row, fields, newId }: SettleInput, refused: readonly Refused[]): { row: OutboxRow; notice: Notice | null } {
  const left = refusedRow(row, refused)
  if (left.reason !== 'conflict') return { row: left, notice: null }
  const currents = currentsOf(refused)
  const base = Object.keys(currents).length === refused.length ? mergeRemoval(row, fields, currents) : null
  return base ? { row: { ...left, ...again, base, id: newId() }, notice: null } : { row: left, notice: noticeOf('conflict', left) }
}

/** A refusal that nobody has to decide is sent again under a new id, in the same place; any other waits for the person. */
function parked({ row, later, fields, newId }: SettleInput, { reason, error, decided }: Parked): Settlement {
  const nothing = { remove: [], cached: null, notice: null }
  const { current } = error
  const waits: OutboxRow = { ...row, state: 'parked', reason, lastError: error, decided }
  if (reason !== 'conflict') return { ...nothing, put: [waits] }
  if (row.action === 'remove' && current) {
    const currents = { [current.ref]: current }
    const base = mergeRemoval(row, fields, currents)
    if (base) return { ...nothing, put: [{ ...row, ...again, base, id: newId() }] }
    const asked = { ...waits, lastError: { ...error, currents } }
    return { ...nothing, put: [asked], notice: noticeOf('conflict', row) }
  }
  const merge = mergeUpdate(row, fields, current)
  if (!merge) return { ...nothing, put: [waits], notice: noticeOf('conflict', row) }
  const { patch, base, mine, theirs } = merge
  const notice = mine.length && theirs.length ? noticeOf('merged', row, { mine, theirs, who: current?.updated_by ?? null }) : null
  return { ...nothing, put: [{ ...row, ...again, patch, base, id: newId() }, ...keepBaseVersion(later, row, patch)], notice }
}

function cached(row: OutboxRow, { row: fresh, refused, versions = {} }: Done): Settlement['cached'] {
  const done = row.touches.filter((ref) => !refused.some((entry) => entry.ref === ref))
  const isRemoval = row.action === 'remove'
  const { ids: _ids, was: _was, ...patch } = row.patch
  return { section: row.section, row: fresh, changed: isRemoval || fresh ? [] : done, patch, versions, removed: isRemoval ? done : [] }
}

export function settle(input: SettleInput): Settlement {
  const { row, verdict, later, now, random } = input
  const only = (changed: Partial<OutboxRow>): Settlement => ({ put: [{ ...row, ...changed }], remove: [], cached: null, notice: null })
  switch (verdict.kind) {
    case 'done': {
      const change = cached(row, verdict)
      const behind = row.plain ? withServerId(later, row, verdict.madeId) : followUp(later, row, verdict)
      if (verdict.refused.length === 0) return { put: behind, remove: [row.seq], cached: change, notice: null }
      const left = part(input, verdict.refused)
      return { put: [left.row, ...behind], remove: [], cached: change, notice: left.notice }
    }
    case 'retry':
      return only({ state: 'queued', nextAttemptAt: now + pause(row.attempts, random, verdict.afterMs), lastError: verdict.error })
    case 'hold': {
      const uncounted = { attempts: Math.max(0, row.attempts - 1), lastError: verdict.why === 'behind' ? row.lastError : verdict.error }
      if (verdict.why === 'auth') return only({ ...uncounted, state: 'parked', reason: 'auth' })
      return only({ ...uncounted, state: 'queued', nextAttemptAt: verdict.why === 'newer' ? now + 60_000 : 0 })
    }
    case 'parked':
      return parked(input, verdict)
  }
}
