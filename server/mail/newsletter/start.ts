/** Starts newsletters at their time. */
import { eq, sql } from 'drizzle-orm'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Database, Db } from '#server/db/database.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import { newsletters } from '#server/db/tables/newsletters.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { sendNewsletter, sendSoon } from './send.ts'
import { takeSnapshot } from './snapshot.ts'

/** After as long a time, as after a restored backup, people may not want it any more. */
export const lateAfterHours = 6

interface StartInput extends JobInput {
  newsletter: number
  send_at: string
}

/** Of a newsletter that was moved, the new time has a job of its own. */
export const startNewsletter = jobKind<StartInput>('newsletter-start', 'bulk', async (run) => {
  const { platform, input } = run
  const { database } = platform
  await run.commit(async (tx) => {
    const [found] = await tx
      .select({
        ...{ id: newsletters.id, status: newsletters.status, held: newsletters.held, send_at: newsletters.send_at },
        segmentation: newsletters.segmentation,
        isLate: sql<boolean>`(not ${newsletters.late_confirmed} and ${newsletters.send_at} + make_interval(hours => ${lateAfterHours}::int) < now())`,
      })
      .from(newsletters)
      .where(eq(newsletters.id, input.newsletter))
      .for('update')
    if (found?.status !== 'scheduled' || found.held || found.send_at !== input.send_at) return { finished: true }
    if (found.isLate) await tx.update(newsletters).set({ held: 'late' }).where(eq(newsletters.id, found.id))
    else if (await takeSnapshot(tx, found.id, found.segmentation))
      await enqueue(database, tx, sendNewsletter, { newsletter: found.id }, { key: String(found.id) })
    await totalsOf(database).changed(tx, ['newsletter'])
    return { finished: true }
  })
  return 'done'
})

interface Sendable {
  id: number
  status: string
  send_at: string | null
}

/** Plans what a scheduled newsletter waits for, or lets one that is being sent go on. In the transaction that has its row locked. */
export async function planNewsletter(database: Database, tx: Db, { id, status, send_at }: Sendable): Promise<void> {
  if (status === 'sending') return sendSoon(database, tx, id)
  if (status !== 'scheduled' || send_at === null) return
  const at = new Date(send_at)
  const input = { newsletter: id, send_at: at.toISOString() }
  await enqueue(database, tx, startNewsletter, input, { key: `${id} ${input.send_at}`, runAt: at })
}

/** Plans what has no job: one that failed too often, or that was lost with a restored table. */
export const resumeNewsletters = jobKind('newsletters', 'house', async (run) => {
  const { database } = run.platform
  await run.commit(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      select ${newsletters.id} as id from ${newsletters}
      where (${newsletters.status} = 'scheduled' and ${newsletters.held} is null and ${newsletters.send_at} <= now() - interval '1 minute'
        or ${newsletters.status} = 'sending' and (${newsletters.held} is null or ${newsletters.held} = 'mail_down'))
        and not exists (select 1 from jobs where jobs.kind in (${startNewsletter.name}, ${sendNewsletter.name})
          and jobs.state in ('waiting', 'running') and (jobs.input ->> 'newsletter')::bigint = ${newsletters.id})
      order by 1 limit 100`)
    for (const { id } of rows) {
      const [found] = await tx
        .select()
        .from(newsletters)
        .where(eq(newsletters.id, Number(id)))
        .for('update')
      if (found) await planNewsletter(database, tx, found)
    }
    return { done: rows.length, finished: true }
  })
  return 'done'
})
