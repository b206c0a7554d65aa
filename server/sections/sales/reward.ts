/** Rewards: results are computed on reading, until the eighth day of the next month fixes them. */
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
/** Start of the next month's eighth day. */
const dueAt = sql`(${period.to} + interval '7 days')`
const isDue = sql`now() >= ${dueAt}`

/** Later changes do not count, however late the job runs. */
const achieved = sql`coalesce(${rewards.fixed_value}, case when ${isDue} then ${sumAt(dueAt)} else ${sumAt(null)} end)`
/** Rewards created after their due time can be corrected until the job runs. */
const isFixed = sql`(${rewards.fixed_at} is not null or (${isDue} and ${rewards.created_at} < ${dueAt}))`
const monthNumber = (date: SQL) => sql`(extract(year from ${date}) * 12 + extract(month from ${date}))::int`
const monthsAhead = sql`(${monthNumber(sql`(${rewards.period} || '-01')::date`)} - ${monthNumber(sql`(now() at time zone 'Asia/Jakarta')`)})`
const derived = {
  achieved,
  month_rank: sql`(case when ${monthsAhead} >= 0 then ${monthsAhead} else 1000000 - ${monthsAhead} end)`,
  status: sql`(case when not ${isFixed} then 'running' when ${achieved} >= ${rewards.target} then 'achieved' else 'missed' end)`,
}

/** Refuses changes of fixed results; words and prize stay editable. */
function prepare({ before, values }: Change): void {
  if (!before || before.status === 'running') return
  for (const name of ['period', 'metric', 'target', 'sales'])
    if (JSON.stringify(values[name]) !== JSON.stringify(before[name])) throw fieldError(name, 'fixed')
}

const isWon = (status: unknown) => status === 'closing' || status === 'closing retention'

/** Records when a lead was won, and by whom. */
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

/** Fixes due rewards, a week after their month. Returns their number. */
export async function fixRewards(db: Db): Promise<number> {
  const fixed = await db
    .update(rewards)
    .set({ fixed_value: sumAt(dueAt), fixed_at: dueAt, version: sql`${rewards.version} + 1`, updated_at: sql`now()` })
    .where(and(isNull(rewards.fixed_at), isDue))
    .returning({ id: rewards.id })
  return fixed.length
}

/** Daily at midnight in Jakarta. */
export const rewardsDue = jobKind('rewards', 'house', async (run) => {
  await run.commit(async (tx) => {
    const done = await fixRewards(tx)
    if (done) await totalsOf(run.platform.database).changed(tx, [reward.name])
    return { done, finished: true }
  })
  return 'done'
})
