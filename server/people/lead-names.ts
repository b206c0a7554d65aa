/** Names of campaigns and salespeople copied into leads and rooms; updated on a rename (server/leads/renamed.ts). */
import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/database.ts'
import { preparedQuery } from '#server/db/prepared-query.ts'
import { campaigns } from '#server/db/tables/crm.ts'
import { users } from '#server/db/tables/people.ts'

type Names = ReadonlyMap<number, string>

/** Locks against a rename until the lead with the name is committed, so that the rename finds it. */
function namesIn(table: PgTable & { id: PgColumn; name: PgColumn }): (db: Db, ids: readonly number[]) => Promise<Names> {
  const find = preparedQuery<{ id: number; name: string }>((db) =>
    db
      .select({ id: table.id, name: table.name })
      .from(table)
      .where(sql`${table.id} = any(${sql.placeholder('ids')}::bigint[])`)
      .for('share'),
  )
  return async (db, ids) => new Map(ids.length ? (await find(db, { ids })).map(({ id, name }) => [Number(id), name]) : [])
}

export const campaignNames = namesIn(campaigns)
export const salesNames = namesIn(users)
