/** Computes the board's lanes from loaded pages and the outbox. Pure. */

import type { FoldedRow } from '#console/data/query/outbox-store.ts'
import type { LeadStatus } from '#contract/choices/options.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { isLeadStatus } from '../status.ts'

/** Pages of one status loaded so far. */
export interface LaneRead {
  status: LeadStatus
  rows: readonly AnyRow[]
  /** Null before the first page. */
  total: number | null
}

export interface Lane {
  status: LeadStatus
  rows: readonly FoldedRow[]
  /** Number of leads with this status, with the outbox applied; null while unknown. */
  total: number | null
  /** More can load. */
  more: boolean
}

/** Each lead once. After a move two lanes may hold it; the later version is used. */
export function uniqueRows(reads: readonly LaneRead[]): AnyRow[] {
  const rows = new Map<string, AnyRow>()
  for (const row of reads.flatMap((read) => read.rows)) {
    const known = rows.get(row.ref)
    if (!known || known.version < row.version) rows.set(row.ref, row)
  }
  return [...rows.values()]
}

/** Leads are under their displayed status; those just moved or created are on top. */
export function toLanes(reads: readonly LaneRead[], folded: readonly FoldedRow[]): Lane[] {
  const readIn = new Map<LeadStatus, ReadonlySet<string>>(reads.map((read) => [read.status, new Set(read.rows.map((row) => row.ref))]))
  const now = new Map(folded.map((entry) => [entry.row.ref, entry.row.status]))
  return reads.map(({ status, rows, total }) => {
    const here = folded.filter((entry) => isLeadStatus(entry.row.status) && entry.row.status === status)
    const arrived = here.filter((entry) => !readIn.get(status)?.has(entry.row.ref))
    const left = rows.filter((row) => now.has(row.ref) && now.get(row.ref) !== status).length
    return {
      status,
      rows: [...arrived, ...here.filter((entry) => !arrived.includes(entry))],
      total: total === null ? null : Math.max(0, total - left + arrived.length),
      more: rows.length < (total ?? 0),
    }
  })
}
