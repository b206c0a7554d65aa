/** The filters by which lists open what a number of activity counts: `2026-05-01..2026-05-31`, and `…/3` of one person. */
import { or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { ListQueryError } from '#contract/kit/field/list-query.ts'
import { leads as section } from '#contract/sections/sales/leads.ts'
import { dayRange } from '#server/crud/query/ranges.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { leadClosings, leads } from '#server/db/tables/crm.ts'
import { audit } from '#server/db/tables/platform.ts'
import { qnaChats as chats, qnaQuestions as questions } from '#server/db/tables/questions.ts'
import { momentsOf } from '../engine/source.ts'

interface Columns {
  at: PgColumn
  by: PgColumn
}

/** A filter of what was done in the days that a value names, by whom it names; `exists` has it of a row of the list. */
const doneBy =
  (name: string, { at, by }: Columns, exists: (done: SQL) => SQL) =>
  (values: readonly string[]): SQL | undefined =>
    or(
      ...values.map((value) => {
        const [, from = '', to = '', who] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})(?:\/(\d{1,15}))?$/.exec(value) ?? []
        if (!from || !dayRange(from, to)) throw new ListQueryError('query', 'range', `no value of '${name}'`)
        const moments = momentsOf({ from, to })
        const own = who === undefined ? sql`true` : sql`coalesce(${by}, 0) = ${Number(who)}`
        return exists(sql`${at} >= ${moments.from} and ${at} < ${moments.to} and ${own}`)
      }),
    )

/** What counts as a reply, a follow-up, a move of a lead. */
export const isReply = sql`${messages.is_admin} and ${messages.sender_id} is not null and ${messages.status} <> 'failed'`
export const isFollowUp = sql`${audit.action} in ('create', 'update') and ${audit.changes} -> 'last_follow_up' ->> 1 is not null`
export const isMove = sql`${audit.action} = 'update' and ${audit.changes} -> 'status' is not null`
export const isOfLead = sql`${audit.section} = ${section.name} and ${audit.user} is not null`

const inHistory = (what: SQL) => (done: SQL) =>
  sql`exists (select 1 from ${audit} where ${isOfLead} and ${audit.record} = ${leads.id} and ${what} and ${done})`
const changed = { at: audit.created_at, by: audit.user }

export const roomFilters = {
  replied: doneBy(
    'replied',
    { at: messages.created_at, by: messages.sender_id },
    (done) => sql`exists (select 1 from ${messages} where ${messages.room} = ${rooms.id} and ${isReply} and ${done})`,
  ),
}

export const leadFilters = {
  followed_up: doneBy('followed_up', changed, inHistory(isFollowUp)),
  moved: doneBy('moved', changed, inHistory(isMove)),
  won: doneBy(
    'won',
    { at: leadClosings.closed_at, by: leadClosings.sales },
    (done) => sql`exists (select 1 from ${leadClosings} where ${leadClosings.lead_id} = ${leads.id} and ${done})`,
  ),
}

/** A question about a stock in the days: `2026-05-01..2026-05-31/BBCA`. */
const asked = (values: readonly string[]): SQL | undefined =>
  or(
    ...values.map((value) => {
      const [, from = '', to = '', code = ''] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})\/([A-Za-z0-9]{1,20})$/.exec(value) ?? []
      if (!from || !dayRange(from, to)) throw new ListQueryError('query', 'range', "no value of 'asked'")
      const moments = momentsOf({ from, to })
      return sql`exists (select 1 from ${questions} where ${questions.chat} = ${chats.id} and ${questions.codes} ? ${code.toUpperCase()}
        and ${questions.asked_at} >= ${moments.from} and ${questions.asked_at} < ${moments.to})`
    }),
  )

export const questionFilters = {
  asked,
  handled: doneBy(
    'handled',
    { at: questions.answered_at, by: questions.answered_by },
    (done) => sql`exists (select 1 from ${questions} where ${questions.chat} = ${chats.id} and ${questions.handler} = 'person'
      and ${questions.answered_by} is not null and ${done})`,
  ),
  rated: doneBy(
    'rated',
    { at: chats.rated_at, by: chats.assigned_to },
    (done) => sql`(${chats.handler} = 'person' and ${chats.assigned_to} is not null and ${chats.rating} is not null and ${done})`,
  ),
}
