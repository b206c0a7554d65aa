import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { wibDay } from '#contract/lib/wib.ts'
import { user as userSection } from '#contract/sections/auth/user.ts'
import { member } from '#contract/sections/member/member.ts'
import { memberCuti } from '#contract/sections/member/member-cuti.ts'
import { resolveReferences } from '#server/crud/query/references.ts'
import { memberFeed } from '#server/crud/query/row-feed.ts'
import { searchBy, searchText } from '#server/crud/query/search-text.ts'
import type { Announced, Change, Handler, Scope } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { whenChanged } from '#server/crud/write/effects.ts'
import { refuseTransfer, setAll } from '#server/crud/write/set-all.ts'
import { members } from '#server/db/tables/members.ts'
import { users } from '#server/db/tables/people.ts'
import { mayAssign } from '#server/people/assigning.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { derived, filters, timeDependent } from './access.ts'
import { activity } from './activity.ts'
import { alertChanges } from './alerts.ts'
import { isOverdue } from './erasure/erase.ts'
import { followMembers } from './follow.ts'
import { histories } from './histories.ts'
import { correctEnd, timeline } from './memberships.ts'
import { retention } from './retention.ts'
import { accountColumns } from './sheet.ts'

/** A salesperson sees own and unassigned members, others all. */
function scope(user: CurrentUser): Scope {
  if (!user.isSales) return { key: 'all', where: undefined }
  return { key: `sales ${user.id}`, where: or(eq(members.sales_id, user.id), isNull(members.sales_id)) }
}

function prepare({ user, before, input, values }: Change): void {
  if (!mayAssign(user, Number(before?.sales_id ?? 0), Number(input.sales_id ?? 0))) throw fieldError('sales_id', 'not_allowed')
  if (!before) values.joined_at ??= wibDay(new Date())
  values.search_text = searchText(member, values)
}

/** Updates devices for unwritten members: after changes of salespeople's names, and of leave. */
const follow = [
  whenChanged(userSection, ['name', 'phone', 'email'], async (effects) => {
    for (const { db, after } of effects) if (after) await memberFeed.touch(db, eq(members.sales_id, after.id))
  }),
  whenChanged(memberCuti, ['member_id', 'product', 'start', 'end', 'stopped_on'], async (effects) => {
    const ids = effects.flatMap(({ before, after }) => [before, after]).flatMap((leave) => (leave ? [Number(leave.member_id)] : []))
    for (const { db } of effects.slice(0, 1)) await memberFeed.touch(db, inArray(members.id, ids))
  }),
]

async function afterChange(effects: readonly Announced[]): Promise<void> {
  await alertChanges(effects)
  await memberFeed.follow(effects)
  await followMembers(effects)
}

/** Assigns members to a salesperson, or to none. */
const assign: Handler = async (request, { platform, shape }) => {
  refuseTransfer(request, 'member')
  const { sales_id } = await resolveReferences(request, { sales_id: member.fields.sales_id }, { sales_id: request.body.sales_id })
  return setAll(platform, shape, request, { sales_id: Number(sales_id) || null })
}

export const memberApi = serve(member, members, {
  scope,
  prepare,
  derived: {
    ...derived,
    sales: sql`(select jsonb_build_object('sales_id', coalesce(person.id, 0), 'sales_name', person.name, 'sales_phone', person.phone,
      'sales_email', person.email) from (select 1) as one left join ${users} as person on person.id = ${members.sales_id})`,
  },
  filters,
  timeDependent,
  search: searchBy(member, members.search_text),
  import: retention,
  cells: { products: accountColumns },
  whenTrashed: 'member_deleted',
  /** The period to restore is over, even if the job has not run. */
  async refuseRestore({ id, erased_at }, db) {
    const isOver = and(eq(members.id, id), isOverdue)
    if (erased_at != null || (await db.$count(members, isOver)) > 0) throw new ApiError('gone')
  },
  afterChange,
  on: follow,
  calls: { activity, assign, histories, timeline, memberships: correctEnd },
})
