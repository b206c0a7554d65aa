/** Activity of a member from several sections, each with its own permissions and scope. */

import { type SQL, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { page } from '#contract/kit/field/paging.ts'
import { type Activity, type activityFields, activitySections } from '#contract/sections/member/activity.ts'
import { unknownField } from '#server/crud/query/list-sql.ts'
import { findRow, scopeOf } from '#server/crud/query/read.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import type { Handler } from '#server/crud/rules.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { leads } from '#server/db/tables/crm.ts'
import { mailSuppressions as suppressions } from '#server/db/tables/mail.ts'
import { memberInbox as inbox } from '#server/db/tables/member-app.ts'
import { memberAlerts as alerts, memberLeaves as leaves, members } from '#server/db/tables/members.ts'
import { newsletters, newsletterRecipients as recipients } from '#server/db/tables/newsletters.ts'
import { stockPicks as picks } from '#server/db/tables/picks.ts'
import { qnaChats as chats, qnaQuestions as questions } from '#server/db/tables/questions.ts'
import { stocks } from '#server/db/tables/stock.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'

type Column = keyof typeof activityFields
type Section = (typeof activitySections)[number]

/** Types of columns that a part leaves out. */
const types = {
  ...{
    at: 'timestamptz',
    section: 'text',
    kind: 'text',
    record: 'bigint',
    ref: 'text',
    is_deleted: 'boolean',
    title: 'text',
    product: 'text',
  },
  ...{ alert: 'text', amount: 'bigint', rating: 'int', start: 'text', end: 'text', by: 'text' },
} as const satisfies Record<Column, string>
const columns = Object.keys(types).filter((name): name is Column => Object.hasOwn(types, name))

function part(values: Partial<Record<Column, SQL | SQL['queryChunks'][number]>>, from: SQL): SQL {
  const selected = columns.map((name) => {
    const value = values[name] ?? (name === 'is_deleted' ? sql`false` : sql`null`)
    return sql`(${value})::${sql.raw(types[name])} as ${sql.identifier(name)}`
  })
  return sql`select ${sql.join(selected, sql`, `)} from ${from}`
}

/** Queries by section; `seen` is the condition of visible records. */
const parts: Readonly<Record<Section, (id: number, seen: SQL) => SQL[]>> = {
  transaction(id, seen) {
    const order = { section: 'transaction', record: orders.id, ref: orders.ref, title: orders.order_number, amount: orders.total }
    const own = { ...order, is_deleted: sql`${orders.deleted_at} is not null` }
    const where = sql`${orders} where ${orders.member_id} = ${id} and ${seen}`
    return [
      part({ ...own, kind: 'order_made', at: orders.order_date, by: orders.created_by }, where),
      part({ ...own, kind: 'order_paid', at: orders.paid_at }, sql`${where} and ${orders.paid_at} is not null`),
      part(
        { ...own, kind: 'order_deleted', at: orders.deleted_at, by: orders.updated_by },
        sql`${where} and ${orders.deleted_at} is not null`,
      ),
    ]
  },
  'member-cuti'(id, seen) {
    const leave = {
      section: 'member-cuti',
      kind: 'leave_added',
      record: leaves.id,
      ref: leaves.ref,
      title: leaves.reason,
      product: leaves.product,
    }
    const days = { start: leaves.start, end: leaves.end }
    return [
      part(
        { ...leave, ...days, at: leaves.created_at, by: leaves.created_by },
        sql`${leaves} where ${leaves.member_id} = ${id} and ${seen}`,
      ),
    ]
  },
  'tanya-saham'(id, seen) {
    const own = sql`${chats.member_id} = ${id} and ${seen}`
    const asked = sql`${questions} join ${chats} on ${chats.id} = ${questions.chat} where ${own}`
    const question = { section: 'tanya-saham', record: chats.id, ref: chats.ref, title: questions.question }
    const rating = {
      section: 'tanya-saham',
      kind: 'answers_rated',
      record: chats.id,
      ref: chats.ref,
      title: chats.kode_saham,
      rating: chats.rating,
    }
    return [
      part({ ...question, kind: 'question_asked', at: questions.asked_at }, asked),
      part(
        { ...question, kind: 'question_answered', at: questions.answered_at, by: questions.answered_by_name },
        sql`${asked} and ${questions.answered_at} is not null`,
      ),
      part({ ...rating, at: chats.rated_at }, sql`${chats} where ${own} and ${chats.rated_at} is not null`),
    ]
  },
  recommendation(id, seen) {
    const read = { section: 'recommendation', kind: 'pick_read', record: picks.id, ref: picks.ref, title: stocks.code, at: inbox.read_at }
    return [
      part(
        read,
        sql`${inbox} join ${picks} on ${picks.id} = ${inbox.pick_id} left join ${stocks} on ${stocks.id} = ${picks.stock_id}
          where ${inbox.member_id} = ${id} and ${inbox.read_at} is not null and ${seen}`,
      ),
    ]
  },
  // Visible with the member, even if dismissed.
  'member-alert'(id) {
    const alert = {
      section: 'member-alert',
      kind: 'alert_raised',
      record: alerts.id,
      ref: alerts.ref,
      alert: alerts.kind,
      title: alerts.detail,
    }
    return [
      part(
        { ...alert, product: alerts.product, end: alerts.expires_on, at: alerts.created_at },
        sql`${alerts} where ${alerts.member_id} = ${id}`,
      ),
    ]
  },
  leads(id, seen) {
    const lead = { section: 'leads', kind: 'lead_made', record: leads.id, ref: leads.ref, title: leads.campaign_name }
    return [
      part(
        { ...lead, at: leads.created_at, by: leads.created_by },
        sql`${leads} where ${leads.phone} = (select ${members.phone} from ${members} where ${members.id} = ${id}) and ${seen}`,
      ),
    ]
  },
  // Visible with the member, as their newsletters are.
  newsletter(id) {
    const own = sql`${recipients} join ${newsletters} on ${newsletters.id} = ${recipients.newsletter_id} where ${recipients.member_id} = ${id}`
    const letter = { section: 'newsletter', record: newsletters.id, ref: newsletters.ref, title: newsletters.subject }
    return [
      part({ ...letter, kind: 'newsletter_sent', at: recipients.sent_at }, sql`${own} and ${recipients.sent_at} is not null`),
      part(
        { section: 'newsletter', kind: 'unsubscribed', record: members.id, ref: members.ref, at: suppressions.created_at },
        sql`${suppressions} join ${members} on ${members.id} = ${id} where ${suppressions.kind} = 'unsubscribed'
          and ${suppressions.address} in (select ${recipients.address} from ${recipients} where ${recipients.member_id} = ${id})`,
      ),
    ]
  },
}

/** Sections that need no permission of their own here: reading the member is enough. */
const readWithMember: ReadonlySet<Section> = new Set(['newsletter'])

/** Includes orders in the trash. */
function partsOf(section: Section, user: CurrentUser, id: number): SQL[] {
  const target = targetOf(section)
  const shape = target?.whole ?? target
  if (!shape || !(readWithMember.has(section) || user.permissions.has(`get ${shape.section.permission}`))) return []
  return parts[section](id, scopeOf(shape, user).where ?? sql`true`)
}

const moment = (value: unknown) => (value instanceof Date ? value : new Date(toText(value))).toISOString()

/** GET /{id}/activity */
export const activity: Handler = async ({ db, user, params, list }, { shape }) => {
  if (list.sort) throw unknownField('sort', list.sort.field)
  const [wrong] = list.filters.filter(({ field }) => field !== 'section')
  if (wrong || list.search) throw unknownField('query', wrong?.field ?? 'search')
  const { id } = await findRow(db, shape, user, params.id ?? '')
  const isAsked = (section: Section) => list.filters.every(({ values }) => values.includes(section))
  const all = activitySections.filter(isAsked).flatMap((section) => partsOf(section, user, id))
  const offset = (list.page - 1) * list.size
  const { rows } = all.length
    ? await db.execute<Activity & { total: number }>(sql`select *, (count(*) over ())::int as total
        from (${sql.join(all, sql` union all `)}) as activity
        order by at desc, section, record desc, kind limit ${list.size} offset ${offset}`)
    : { rows: [] }
  const data = rows.map(({ total: _, ...row }) => ({
    ...row,
    at: moment(row.at),
    record: Number(row.record),
    amount: row.amount && Number(row.amount),
  }))
  const { total_record: __, ...envelope } = page(data, list.page, list.size, rows[0]?.total ?? offset)
  return envelope
}
