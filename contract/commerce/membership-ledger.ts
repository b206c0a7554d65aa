/**
 * End of a member's access to a product, computed from its ledger (docs/product/members.md#ledger). Days are 'YYYY-MM-DD' in western
 * Indonesia. Pure: no clock.
 */
import { addDays, daysBetween } from '../lib/wib.ts'

export const entryKinds = ['grant', 'leave', 'adjust', 'void', 'unvoid'] as const
export type EntryKind = (typeof entryKinds)[number]

export interface LedgerEntry {
  /** Unique in the account; only targets need one. */
  id?: number | undefined
  /** Unique in the account, in order of writing. */
  position: number
  kind: EntryKind
  /** Server's day of the entry. */
  on: string
  days: number
  /** First day of a leave; of a change of one: its new first day, none if unchanged. */
  start?: string | null | undefined
  source: string
  /** Of a void or unvoid: the entry concerned; of a change of a leave: that leave. */
  target?: number | null | undefined
  /** Ordinal of a void or unvoid of its target, from 1. */
  round?: number | null | undefined
}

export interface LedgerStep<Entry extends LedgerEntry = LedgerEntry> {
  entry: Entry
  /** Last day of access before it; null if none. */
  before: string | null
  after: string | null
  /** Days without access, skipped by a grant. */
  gap: number
  /** Days by which it moved the end, without the gap; for a leave with all its changes, 0 if access ended before. */
  days: number
}

const inOrder = (one: LedgerEntry, other: LedgerEntry) => (one.on === other.on ? one.position - other.position : one.on < other.on ? -1 : 1)

/** Returns the voided entries: the last void has no unvoid after it. */
export function voidedTargets(entries: readonly LedgerEntry[]): Set<number> {
  const last = new Map<number, LedgerEntry>()
  for (const entry of entries) {
    if ((entry.kind !== 'void' && entry.kind !== 'unvoid') || typeof entry.target !== 'number') continue
    const known = last.get(entry.target)
    if (!known || (known.round ?? 0) < (entry.round ?? 0)) last.set(entry.target, entry)
  }
  return new Set([...last].filter(([, { kind }]) => kind === 'void').map(([target]) => target))
}

/** Returns a leave with its changes applied: the sum of days and the last given first day. */
function settledLeave(leave: LedgerEntry, changes: readonly LedgerEntry[]): { days: number; start: string } {
  const sorted = changes.toSorted(inOrder)
  return {
    days: sorted.reduce((sum, { days }) => sum + days, leave.days),
    start: sorted.findLast(({ start }) => start)?.start ?? leave.start ?? leave.on,
  }
}

/** Returns by how much an entry moves the end. */
function moveOf(entry: LedgerEntry, end: string | null, changes: readonly LedgerEntry[]): { gap: number; days: number } {
  if (entry.kind === 'grant') return { gap: end === null ? 0 : Math.max(0, daysBetween(end, entry.on)), days: entry.days }
  if (end === null) return { gap: 0, days: 0 }
  if (entry.kind === 'adjust') return { gap: 0, days: entry.days }
  const { days, start } = settledLeave(entry, changes)
  return { gap: 0, days: end >= start ? days : 0 }
}

/** Folds the live entries by day and position, each with the end before and after it. */
export function foldEntries<Entry extends LedgerEntry>(entries: readonly Entry[]): LedgerStep<Entry>[] {
  const voided = voidedTargets(entries)
  const live = entries.filter(({ id, kind }) => kind !== 'void' && kind !== 'unvoid' && !(id !== undefined && voided.has(id)))
  const isChange = ({ kind, target }: LedgerEntry) => kind === 'leave' && typeof target === 'number'
  const changesOf = (id: number | undefined) => live.filter((entry) => isChange(entry) && entry.target === id)
  let end: string | null = null
  return live
    .filter((entry) => !isChange(entry))
    .toSorted(inOrder)
    .map((entry) => {
      const before = end
      const { gap, days } = moveOf(entry, before, entry.kind === 'leave' ? changesOf(entry.id) : [])
      if (before !== null || entry.kind === 'grant') end = addDays(before ?? entry.on, gap + days)
      return { entry, before, after: end, gap, days }
    })
}

/** The last day of access; null when no grant is live. */
export function endOf(entries: readonly LedgerEntry[]): string | null {
  return foldEntries(entries).at(-1)?.after ?? null
}

/**
 * The entries in the order of writing, each with the end that was read before and after it: what the change of a leave or a void moved
 * stands at that entry, and each line begins where the one before ended.
 */
export function writtenSteps<Entry extends LedgerEntry>(entries: readonly Entry[]): LedgerStep<Entry>[] {
  const written = entries.toSorted((one, other) => one.position - other.position)
  let before: string | null = null
  return written.map((entry, at) => {
    const steps = foldEntries(written.slice(0, at + 1))
    const [start, after] = [before, steps.at(-1)?.after ?? null]
    const gap = steps.find((step) => step.entry === entry)?.gap ?? 0
    before = after
    return { entry, before: start, after, gap, days: start === null || after === null ? entry.days : daysBetween(start, after) - gap }
  })
}

/** Returns the days of access after today: 0 on the last, negative after it, null without access. */
export function remainingDays(end: string | null, today: string): number | null {
  return end === null ? null : daysBetween(today, end)
}

/** Entry that a correction adds. */
export type Correction = Pick<LedgerEntry, 'on' | 'days'> & { kind: 'grant' | 'adjust' }

/**
 * Returns the entry that moves an account's end to `wanted`, by hand or by import: a grant if it is later and not past, an adjustment if
 * earlier. In an account without entries a past day is granted on itself. Null for no change.
 */
export function correctionOf(entries: readonly LedgerEntry[], wanted: string, today: string): Correction | null {
  const end = endOf(entries)
  if (end !== null && wanted < end) return { kind: 'adjust', on: today, days: daysBetween(end, wanted) }
  if (wanted === end) return null
  if (wanted >= today) return { kind: 'grant', on: today, days: daysBetween(end !== null && end > today ? end : today, wanted) }
  return entries.length ? null : { kind: 'grant', on: wanted, days: 0 }
}
