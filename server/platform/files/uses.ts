/** Uses of stored files, by path: any process knows them, and a bucket has no time that could be set. */
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Database, Db } from '#server/db/database.ts'
import { files } from '#server/db/tables/files.ts'

export interface Use {
  size: number
  at: Date
}

export interface Uses {
  /**
   * Call before looking for the file: waits for a removal in progress. `db`: of the transaction that stores the file's name, so that both
   * commit together.
   */
  touch(path: string, size: number, db?: Db): Promise<void>
  of(paths: readonly string[]): Promise<ReadonlyMap<string, Use>>
  /** Uses of all paths with a prefix that ends with '/'. */
  below(prefix: string): Promise<ReadonlyMap<string, Use>>
  /** Runs `remove` unless the file was used since `before`; `touch` waits meanwhile. Returns whether it ran. */
  removeUnused(path: string, before: Date, remove: () => Promise<void>): Promise<boolean>
  forget(path: string): Promise<void>
}

const useOf = ({ size, touched_at }: typeof files.$inferSelect): Use => ({ size, at: new Date(touched_at) })

export function createUses(database: Database): Uses {
  return {
    async touch(path, size, db = database.db) {
      const touched_at = sql`clock_timestamp()`
      await db.insert(files).values({ path, size, touched_at }).onConflictDoUpdate({ target: files.path, set: { size, touched_at } })
    },
    async of(paths) {
      if (!paths.length) return new Map()
      const rows = await database.db
        .select()
        .from(files)
        .where(inArray(files.path, [...paths]))
      return new Map(rows.map((row) => [row.path, useOf(row)]))
    },
    async below(prefix) {
      // The sign after '/' is '0'.
      const isBelow = and(gte(files.path, prefix), lt(files.path, `${prefix.slice(0, -1)}0`))
      return new Map((await database.db.select().from(files).where(isBelow)).map((row) => [row.path, useOf(row)]))
    },
    removeUnused: (path, before, remove) =>
      database.transaction(async (tx) => {
        // Of an earlier version, or of a use that is not committed yet.
        await tx
          .insert(files)
          .values({ path, size: 0, touched_at: new Date(0).toISOString() })
          .onConflictDoNothing()
        const unused = and(eq(files.path, path), lt(files.touched_at, before.toISOString()))
        const [row] = await tx.delete(files).where(unused).returning({ path: files.path })
        if (row) await remove()
        return row !== undefined
      }),
    async forget(path) {
      await database.db.delete(files).where(eq(files.path, path))
    },
  }
}
