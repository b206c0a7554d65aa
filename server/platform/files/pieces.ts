/** The ledger of stored pieces: any process knows what is there, and in which order pieces came does not matter. */
import { and, asc, eq, lt, sql } from 'drizzle-orm'
import type { StagedRange } from '#contract/uploads.ts'
import type { Db } from '#server/db/database.ts'
import { stagedPieces } from '#server/db/tables/videos.ts'

export interface LedgerPiece {
  at: number
  length: number
  digest: string
}

export interface Ledger {
  pieces(owner: string, sha256: string): Promise<LedgerPiece[]>
  /** Bytes of a person's files, and when their last piece came, in milliseconds. */
  totals(owner: string): Promise<{ sha256: string; bytes: number; at: number }[]>
  add(owner: string, sha256: string, piece: LedgerPiece): Promise<void>
  remove(owner: string, sha256: string, at?: number): Promise<void>
  sweep(before: Date): Promise<void>
}

export function createLedger(db: Db): Ledger {
  const isOf = (owner: string, sha256: string) => and(eq(stagedPieces.owner, owner), eq(stagedPieces.sha256, sha256))
  return {
    pieces: (owner, sha256) =>
      db
        .select({ at: stagedPieces.at, length: stagedPieces.length, digest: stagedPieces.digest })
        .from(stagedPieces)
        .where(isOf(owner, sha256))
        .orderBy(asc(stagedPieces.at)),
    async totals(owner) {
      const bytes = sql<number>`sum(${stagedPieces.length})::float8`
      const at = sql<number>`extract(epoch from max(${stagedPieces.written_at}))::float8 * 1000`
      return db
        .select({ sha256: stagedPieces.sha256, bytes, at })
        .from(stagedPieces)
        .where(eq(stagedPieces.owner, owner))
        .groupBy(stagedPieces.sha256)
    },
    async add(owner, sha256, piece) {
      const { at: _, ...rest } = piece
      await db
        .insert(stagedPieces)
        .values({ owner, sha256, ...piece })
        .onConflictDoUpdate({
          target: [stagedPieces.owner, stagedPieces.sha256, stagedPieces.at],
          set: { ...rest, written_at: sql`now()` },
        })
    },
    async remove(owner, sha256, at) {
      await db.delete(stagedPieces).where(and(isOf(owner, sha256), at === undefined ? undefined : eq(stagedPieces.at, at)))
    },
    async sweep(before) {
      await db.delete(stagedPieces).where(lt(stagedPieces.written_at, before.toISOString()))
    },
  }
}

/** Joins pieces that touch or lie over each other; they come in the order of their offsets. */
export function toRanges(pieces: readonly Pick<LedgerPiece, 'at' | 'length'>[]): StagedRange[] {
  const ranges: StagedRange[] = []
  for (const { at, length } of pieces) {
    const last = ranges.at(-1)
    if (last && at <= last.to) last.to = Math.max(last.to, at + length)
    else ranges.push({ from: at, to: at + length })
  }
  return ranges
}
