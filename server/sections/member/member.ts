import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { readableChanges } from '#contract/kit/section/history.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { headerOf } from '#contract/kit/section/sheet-header.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { user as userSection } from '#contract/sections/auth/user.ts'
import { member } from '#contract/sections/member/member.ts'
import { memberCuti } from '#contract/sections/member/member-cuti.ts'
import { accountEnds } from '#contract/sections/member/retention-fields.ts'
import { conditionOf } from '#server/crud/query/list-sql.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import { scopeOf } from '#server/crud/query/read.ts'
import { resolveReferences } from '#server/crud/query/references.ts'
import { memberFeed } from '#server/crud/query/row-feed.ts'
import { searchBy, searchText } from '#server/crud/query/search-text.ts'
import { readableNames } from '#server/crud/query/shape.ts'
import type { Announced, Change, Handler, Scope } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { type SheetColumn, textCell } from '#server/crud/sheets/cells.ts'
import { whenChanged } from '#server/crud/write/effects.ts'
import { refuseTransfer, setAll } from '#server/crud/write/set-all.ts'
import { members } from '#server/db/tables/members.ts'
import { users } from '#server/db/tables/people.ts'
import { audit } from '#server/db/tables/platform.ts'
import { mayAssign } from '#server/people/assigning.ts'
import { peopleOf } from '#server/people/identity/link-records.ts'
import { derived, filters, timeDependent } from '#server/people/member-access.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { activity } from './activity.ts'
import { alertChanges } from './alerts.ts'
import { isOverdue } from './erasure/erase.ts'
import { followMembers } from './follow.ts'
import { correctEnd, timeline } from './memberships.ts'
import { retention } from './retention.ts'

/** Log of members, newest first: filtered by its own fields, and otherwise like members. */
const histories: Handler = async ({ db, user, list }, { shape }) => {
  const readable = readableNames(shape, user)
  const { id, created_at, created_by, user: by, action, mutation, record, changes } = audit
  const columns = { id, created_at, created_by, user: by, action, mutation, member_id: record, member_name: members.name }
  const [own, ofMembers] = [true, false].map((isOwn) => list.filters.filter(({ field }) => Object.hasOwn(columns, field) === isOwn))
  const seen = conditionOf(shape, { filters: ofMembers ?? [], search: list.search }, readable, user)
  const select = (where: SQL | undefined) =>
    db
      .select({ ...columns, changes })
      .from(audit)
      .innerJoin(members, eq(members.id, record))
      .where(and(eq(audit.section, member.name), scopeOf(shape, user).where, seen, where))
      .$dynamic()
  const asked = { ...list, filters: own ?? [], search: '' }
  const found = await readPage(db, asked, sectionCall(member, 'histories'), { columns, sort: 'id desc' }, select)
  return { ...found, data: found.data.map((row) => ({ ...row, changes: readableChanges(row.changes, readable) })) }
}

/** Per product and type: last day of access, and days left, negative if over. */
const accountColumns: readonly SheetColumn[] = accountEnds.flatMap(({ product, type, column }): SheetColumn[] => {
  const find = (row: Readonly<Record<string, unknown>>) =>
    recordsOf(row.products).find((account) => account.product === product && account.type === type)
  return [
    { header: headerOf(column, { kind: 'date' }), needs: 'products', cell: (row) => textCell(find(row)?.expires_on) },
    {
      header: `${product} ${type} days left`,
      needs: 'products',
      cell(row) {
        const remaining = find(row)?.remaining
        return typeof remaining === 'number' ? remaining : null
      },
    },
  ]
})

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
  people: peopleOf('member'),
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
