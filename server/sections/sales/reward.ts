/** Rewards: what was achieved is summed as it is asked for, until the eighth day of the next month fixes it. */
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { leads } from '#contract/sections/sales/leads.ts'
import { reward } from '#contract/sections/sales/reward.ts'
import { monthIn, scores } from '#server/commerce/scores.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Announced, Change } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { whenChanged } from '#server/crud/write/effects.ts'
import type { Db } from '#server/db/database.ts'
import { rewards } from '#server/db/tables/commerce.ts'
import { leadClosings } from '#server/db/tables/crm.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'

const period = monthIn(sql`${rewards.period}`)
const people = sql`(select value::bigint from jsonb_array_elements_text(${rewards.sales}))`
const sumAt = (at: SQL | null) => sql`(case ${rewards.metric} when 'points' then ${scores.points(period, people, at)}
  when 'closings' then ${scores.closings(period, people)} else ${scores.revenue(period, people, at)} end)`
/** The eighth day of the next month begins. */
const dueAt = sql`(${period.to} + interval '7 days')`
const isDue = sql`now() >= ${dueAt}`

/** What was done after the due moment counts no more, however late the job is that writes the sum down. */
const achieved = sql`coalesce(${rewards.fixed_value}, case when ${isDue} then ${sumAt(dueAt)} else ${sumAt(null)} end)`
/** One that was promised after its due moment may still be put right until the job comes by. */
const isFixed = sql`(${rewards.fixed_at} is not null or (${isDue} and ${rewards.created_at} < ${dueAt}))`
const derived = {
  achieved,
  status: sql`(case when not ${isFixed} then 'running' when ${achieved} >= ${rewards.target} then 'achieved' else 'missed' end)`,
}

/** What counts stays as it was once it is fixed; words and prize may still be put right. */
function prepare({ before, values }: Change): void {
  if (!before || before.status === 'running') return
  for (const name of ['period', 'metric', 'target', 'sales'])
    if (JSON.stringify(values[name]) !== JSON.stringify(before[name])) throw fieldError(name, 'fixed')
}

const isWon = (status: unknown) => status === 'closing' || status === 'closing retention'

/** Keeps when a lead was won, and whose it was then. */
async function keepClosings(effects: readonly Announced[]): Promise<void> {
  const [first] = effects
  const won = effects.flatMap(({ before, after }) =>
    after && isWon(after.status) && after.status !== before?.status ? [{ lead_id: after.id, sales: Number(after.sales) || null }] : [],
  )
  if (first && won.length) await first.db.insert(leadClosings).values(won)
}

export const rewardApi = serve(reward, rewards, {
  derived,
  prepare,
  on: [whenChanged(leads, ['status'], keepClosings)],
})

/** Fixes what is due: the month is over for a week. Answers how many. */
export async function fixRewards(db: Db): Promise<number> {
  const fixed = await db
    .update(rewards)
    .set({ fixed_value: sumAt(dueAt), fixed_at: dueAt, version: sql`${rewards.version} + 1`, updated_at: sql`now()` })
    .where(and(isNull(rewards.fixed_at), isDue))
    .returning({ id: rewards.id })
  return fixed.length
}

/** Each day at midnight in Jakarta. */
export const rewardsDue = jobKind('rewards', 'house', async (run) => {
  await run.commit(async (tx) => {
    const done = await fixRewards(tx)
    if (done) await totalsOf(run.platform.database).changed(tx, [reward.name])
    return { done, finished: true }
  })
  return 'done'
})
