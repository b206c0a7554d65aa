/** What a person decides while a newsletter is being sent. The caller has its row locked, and writes the returned columns. */
import { type SQL, sql } from 'drizzle-orm'
import { arrayOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { newsletterRecipients as recipients } from '#server/db/tables/newsletters.ts'

async function changedRows(tx: Db, statement: SQL): Promise<number> {
  return (await tx.execute(statement)).rows.length
}

/** Those who wait get none. What is with the mail server right now is stored by the job that has it. */
export async function stopWaiting(tx: Db, newsletter: number): Promise<{ stopped: number; isOver: boolean }> {
  const stopped = await changedRows(
    tx,
    sql`update ${recipients} set state = 'stopped', next_try_at = null
      where ${recipients.newsletter_id} = ${newsletter} and ${recipients.state} = 'queued' returning ${recipients.id}`,
  )
  const { rows } = await tx.execute(
    sql`select 1 from ${recipients} where ${recipients.newsletter_id} = ${newsletter} and ${recipients.state} = 'sending' limit 1`,
  )
  return { stopped, isOver: rows.length === 0 }
}

/** Unknown recipients: `ids`, or all that nobody decided about. Returns how many are sent again, or left as they are. */
export async function decideUnknown(
  tx: Db,
  newsletter: number,
  { decision, ids, by }: { decision: 'resend' | 'leave'; ids: readonly number[]; by: string },
): Promise<number> {
  const which = ids.length ? sql`${recipients.id} = any(${arrayOf(ids)})` : sql`${recipients.decided_by} is null`
  const values =
    decision === 'resend'
      ? sql`state = 'queued', reason = null, next_try_at = now(), attempts = 0, first_tried_at = null, decided_by = ${by}`
      : sql`decided_by = ${by}`
  return changedRows(
    tx,
    sql`update ${recipients} set ${values}
      where ${recipients.newsletter_id} = ${newsletter} and ${recipients.state} = 'unknown' and ${which} returning ${recipients.id}`,
  )
}
