/** Writes the changes feed of device caches in the transaction of a change. Visibility follows from a record's salesperson. */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { SyncedArea } from '#contract/synced-areas.ts'
import type { Db } from '#server/db/database.ts'
import { preparedQuery } from '#server/db/prepared-query.ts'
import { leads } from '#server/db/tables/crm.ts'
import { members } from '#server/db/tables/members.ts'
import { changes } from '#server/db/tables/platform.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import type { Effect } from '../rules.ts'

/** 0: unassigned, visible to every salesperson. */
export interface Audience {
  sales: number
}

export interface RowChange {
  ref: string
  before: Audience | null
  after: Audience | null
}

const writeOne = preparedQuery((db) =>
  db.insert(changes).values({
    area: sql.placeholder('area'),
    ref: sql.placeholder('ref'),
    audience_before: sql.placeholder('before'),
    audience_after: sql.placeholder('after'),
  }),
)

async function write(db: Db, area: SyncedArea, list: readonly RowChange[]): Promise<void> {
  const [only] = list
  if (only && list.length === 1) return void (await writeOne(db, { area, ...only }))
  const rows = list.map(({ ref, before, after }) => ({ area, ref, audience_before: before, audience_after: after }))
  // A statement has at most 65,535 parameters.
  for (let at = 0; at < rows.length; at += 5_000) await db.insert(changes).values(rows.slice(at, at + 5_000))
}

/** The former owner of a reassigned record gets the change, so their device drops it. */
export function visibleTo(user: CurrentUser): SQL {
  if (!user.isSales) return sql`true`
  const among = (audience: PgColumn) => sql`(${audience} ->> 'sales')::bigint in (0, ${user.id})`
  return sql`(${among(changes.audience_before)} or ${among(changes.audience_after)})`
}

/** The feed of one area; `sales` has the salesperson. */
function rowFeed(area: SyncedArea, table: PgTable & { ref: PgColumn }, sales: PgColumn) {
  const audienceOf = (row: AnyRow): Audience => ({ sales: Number(row[sales.name] ?? 0) })
  return {
    audienceOf,
    write: (db: Db, list: readonly RowChange[]) => write(db, area, list),
    /** An `afterChange` of its section. */
    async follow(effects: readonly Effect[]): Promise<void> {
      const [first] = effects
      if (!first) return
      await write(
        first.db,
        area,
        effects.flatMap(({ before, after }) => {
          const row = after ?? before
          return row ? [{ ref: row.ref, before: before && audienceOf(before), after: after && audienceOf(after) }] : []
        }),
      )
    },
    /** Announces unwritten records whose display changed by something else. */
    async touch(db: Db, where: SQL): Promise<void> {
      const audience = sql`jsonb_build_object('sales', coalesce(${sales}, 0))`
      await db.execute(sql`
        insert into ${changes} (area, ref, audience_before, audience_after)
        select ${area}::text, ${table.ref}, ${audience}, ${audience} from ${table} where ${where}`)
    },
  }
}

export const leadFeed = rowFeed('leads', leads, leads.sales)
export const memberFeed = rowFeed('member', members, members.sales_id)
