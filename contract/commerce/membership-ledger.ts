/**
 * The end of a member's access to a product, from what was ever done to it (docs/product/members.md#ledger). Days are
 * 'YYYY-MM-DD' in western Indonesia. Nothing here reads a clock.
 */
import { addDays, daysBetween } from '../lib/wib.ts'

export const entryKinds = ['grant', 'leave', 'adjust', 'void', 'unvoid'] as const
export type EntryKind = (typeof entryKinds)[number]

export interface LedgerEntry {
  /** Unique in the account; entries that nothing targets need none. */
  id?: number | undefined
  /** Unique in the account: what was written later stands higher. */
  position: number
  kind: EntryKind
  /** The server's day when it was done. */
  on: string
  days: number
  /** Of a leave: its first day; of what changes one: its new first day, none where it stays. */
  start?: string | null | undefined
  source: string
  /** Of a void or unvoid: the entry taken out or put back; of a leave that changes another: that one. */
  target?: number | null | undefined
  /** Of a void or unvoid: the how-manieth of its target, from 1. */
  round?: number | null | undefined
}

export interface LedgerStep<Entry extends LedgerEntry = LedgerEntry> {
  entry: Entry
  /** The last day of access before it; null when there was none. */
  before: string | null
  after: string | null
  /** Days without access that a grant skipped. */
  gap: number
  /** The days that it moved the end by, without the gap; a leave's with all its changes, 0 where the access ended before it began. */
  days: number
}

const inOrder = (one: LedgerEntry, other: LedgerEntry) => (one.on === other.on ? one.position - other.position : one.on < other.on ? -1 : 1)

/** The entries that are taken out now: whose last void has no unvoid after it. */
export function voidedTargets(entries: readonly LedgerEntry[]): Set<number> {
  const last = new Map<number, LedgerEntry>()
  for (const entry of entries) {
    if ((entry.kind !== 'void' && entry.kind !== 'unvoid') || typeof entry.target !== 'number') continue
    const known = last.get(entry.target)
    if (!known || (known.round ?? 0) < (entry.round ?? 0)) last.set(entry.target, entry)
  }
  return new Set([...last].filter(([, { kind }]) => kind === 'void').map(([target]) => target))
}

/** What a leave comes to after its changes: the sum of their days, and the first day that was given last. */
function settledLeave(leave: LedgerEntry, changes: readonly LedgerEntry[]): { days: number; start: string } {
  const sorted = changes.toSorted(inOrder)
  return {
    days: sorted.reduce((sum, { days }) => sum + days, leave.days),
    start: sorted.findLast(({ start }) => start)?.start ?? leave.start ?? leave.on,
  }
}

/** How far an entry moves the end that it finds. */
function moveOf(entry: LedgerEntry, end: string | null, changes: readonly LedgerEntry[]): { gap: number; days: number } {
  if (entry.kind === 'grant') return { gap: end === null ? 0 : Math.max(0, daysBetween(end, entry.on)), days: entry.days }
  if (end === null) return { gap: 0, days: 0 }
  if (entry.kind === 'adjust') return { gap: 0, days: entry.days }
  const { days, start } = settledLeave(entry, changes)
  return { gap: 0, days: end >= start ? days : 0 }
}

/** Each live entry in the order of its day and position, with the end that it found and the one that it left. */
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

/** Days of access left after today: 0 on the last one, negative when it has passed, null when there is no access. */
export function remainingDays(end: string | null, today: string): number | null {
  return end === null ? null : daysBetween(today, end)
}

/** What a correction adds to an account. */
export type Correction = Pick<LedgerEntry, 'on' | 'days'> & { kind: 'grant' | 'adjust' }

/**
 * What brings the end of an account to `wanted`, by hand or as a row of an import: days granted where it is later and not
 * past, days taken where it is earlier. In an account without entries a past day is granted on itself. Null where nothing is done.
 */
export function correctionOf(entries: readonly LedgerEntry[], wanted: string, today: string): Correction | null {
  const end = endOf(entries)
  if (end !== null && wanted < end) return { kind: 'adjust', on: today, days: daysBetween(end, wanted) }
  if (wanted === end) return null
  if (wanted >= today) return { kind: 'grant', on: today, days: daysBetween(end !== null && end > today ? end : today, wanted) }
  return entries.length ? null : { kind: 'grant', on: wanted, days: 0 }
}
