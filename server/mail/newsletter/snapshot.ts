/** Freezes who gets a newsletter: a row for every member of its segments, in one statement (docs/product/newsletters.md#snapshot). */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { newsletters, newsletterRecipients as recipients } from '#server/db/tables/newsletters.ts'
import { judgeMembers } from './audience.ts'

/** Begins the sending of a locked newsletter. Returns whether anybody gets it; otherwise it is sent already. */
export async function takeSnapshot(tx: Db, id: number, segmentation: readonly string[]): Promise<boolean> {
  const judged = await judgeMembers(tx, segmentation)
  const inState = (state: string) => sql`(select count(*) from made where state = ${state})::int`
  const { rows } = await tx.execute<{ status: string }>(sql`
    with made as (
      insert into ${recipients} (newsletter_id, member_id, address, state, reason, next_try_at)
      select ${id}::bigint, member_id, address, state, reason, case when state = 'queued' then now() end from (${judged}) as judged order by member_id
      returning state)
    update ${newsletters} set status = case when ${inState('queued')} = 0 then 'sent' else 'sending' end,
      started_at = now(), ended_at = case when ${inState('queued')} = 0 then now() end, held = null,
      matched = (select count(*) from made)::int, suppressed = ${inState('suppressed')}, skipped = ${inState('skipped')},
      version = version + 1, updated_at = now()
    where id = ${id} returning status`)
  // Many rows at once: without their number each page of the report would sort them all.
  await tx.execute(sql`analyze ${recipients}`)
  return rows[0]?.status === 'sending'
}
