/** Leave of members: planned, changed and stopped with the ledger in one transaction (docs/product/members.md#leave). */

import { sql } from 'drizzle-orm'
import { leaveStatus } from '#contract/commerce/leave.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { memberCuti } from '#contract/sections/member/member-cuti.ts'
import { addAlerts } from '#server/commerce/alerts.ts'
import { judgeLeave, type LeavePlan, settleLeave, stopLeave } from '#server/commerce/leaves.ts'
import { serverDay } from '#server/commerce/ledger.ts'
import type { Announced, Change, Handler, Scope } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { memberLeaves as leaves, members } from '#server/db/tables/members.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'

/** Of visible members that are not deleted. */
function scope(user: CurrentUser): Scope {
  const own = user.isSales ? sql` and coalesce(${members.sales_id}, ${user.id}) = ${user.id}` : sql``
  return {
    key: user.isSales ? `sales ${user.id}` : 'all',
    where: sql`exists (select 1 from ${members} where ${members.id} = ${leaves.member_id} and ${members.deleted_at} is null${own})`,
  }
}

const today = sql`(now() at time zone 'Asia/Jakarta')::date`
const planned = sql`${leaves.end} - ${leaves.start} + 1`
const derived = {
  days: sql`(case when ${leaves.stopped_on} is null then ${planned} else least(greatest(${leaves.stopped_on} - ${leaves.start}, 0), ${planned}) end)`,
  status: sql`(case when ${leaves.stopped_on} is not null then 'stopped' when ${leaves.start} > ${today} then 'planned'
    when ${leaves.end} >= ${today} then 'running' else 'ended' end)`,
}

const planOf = (values: Readonly<Record<string, unknown>>): LeavePlan => ({
  member_id: Number(values.member_id),
  product: toText(values.product),
  start: toText(values.start),
  end: toText(values.end),
})

/** Allows changes of a planned leave, of a running one's end, and of a past one's reason. */
function refuseFixed({ before, values }: Change, day: string): void {
  if (!before) return
  const status = leaveStatus({ ...planOf(before), stopped_on: before.stopped_on ? toText(before.stopped_on) : null }, day)
  if (status === 'planned') return
  for (const name of ['member_id', 'product', 'start', ...(status === 'running' ? [] : ['end'])])
    if (toText(values[name]) !== toText(before[name])) throw fieldError(name, 'fixed')
}

async function prepare(change: Change): Promise<void> {
  const { db, before, values } = change
  const day = await serverDay(db)
  refuseFixed(change, day)
  const plan = planOf(values)
  const isMoved = (name: string) => !before || toText(before[name]) !== toText(values[name])
  if (isMoved('start') && plan.start < day) throw fieldError('start', 'past')
  if (isMoved('end') && plan.end < day) throw fieldError('end', 'past')
  if (!['member_id', 'product', 'start', 'end'].some(isMoved)) return
  const why = await judgeLeave(db, { ...plan, ...(before && { id: before.id }) })
  if (why) throw fieldError('start', why)
}

async function store({ db, user, before, values }: Change, id: number): Promise<void> {
  if (before?.stopped_on) return
  await settleLeave(db, { ...planOf(values), id }, user.name)
}

const stop: Handler = async ({ db, user }, { before, write }) => {
  if (!before) throw new ApiError('not_found')
  const day = await serverDay(db)
  await stopLeave(db, { ...planOf(before), id: before.id }, day, user.name)
  return { message: 'Saved', data: await write({ stopped_on: day }) }
}

/** Alerts the member's salesperson when leave is planned, changed or stopped. */
async function alertLeave(effects: readonly Announced[]): Promise<void> {
  const [first] = effects
  if (!first) return
  const due = effects.filter(({ before, changes }) => !before || ['product', 'start', 'end', 'stopped_on'].some((name) => changes[name]))
  await addAlerts(
    first.platform.database,
    first.db,
    due.flatMap(({ after, user }) => {
      if (!after) return []
      const detail = `${toText(after.start)} – ${toText(after.stopped_on ?? after.end)}`
      return [{ member_id: Number(after.member_id), kind: 'leave' as const, product: toText(after.product), detail, created_by: user.name }]
    }),
  )
}

export const memberCutiApi = serve(memberCuti, leaves, {
  scope,
  derived,
  prepare,
  store,
  afterChange: alertLeave,
  calls: { stop },
})
