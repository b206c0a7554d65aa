/** The file of an event's participants: the rows of their list, whether they came, and a column for each question. */
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { findRow } from '#server/crud/query/read.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import type { Handler } from '#server/crud/rules.ts'
import { type Cell, momentCell, type SheetColumn, textCell } from '#server/crud/sheets/cells.ts'
import { exportList } from '#server/crud/sheets/export.ts'
import type { Db } from '#server/db/database.ts'
import { eventParticipants as participants, eventQuestions as questions } from '#server/db/tables/events.ts'

/** Questions that are asked, and archived ones that were answered, in order. */
function questionsOf(db: Db, event: number) {
  const isAnswered = sql`exists (select 1 from ${participants} where ${participants.event_id} = ${event}
    and ${participants.answers} @> jsonb_build_array(jsonb_build_object('question_id', ${questions.id})))`
  return db
    .select({ id: questions.id, question: questions.question })
    .from(questions)
    .where(and(eq(questions.event_id, event), or(sql`${questions.deleted_at} is null`, isAnswered)))
    .orderBy(asc(questions.sort), asc(questions.id))
}

const columns: readonly SheetColumn[] = [
  { header: 'Name', needs: 'name', cell: ({ name }) => textCell(name) },
  { header: 'Phone', needs: 'phone', cell: ({ phone }) => textCell(phone) },
  { header: 'Email', needs: 'email', cell: ({ email }) => textCell(email) },
  { header: 'State', needs: 'state', cell: ({ state }) => textCell(state) },
  { header: 'Attended', needs: 'attended', cell: ({ attended }) => (attended ? 'Yes' : 'No') },
  { header: 'Attended at', needs: 'attended_at', cell: ({ attended, attended_at }) => momentCell(attended ? attended_at : null) },
  { header: 'Registered at', needs: 'registered_at', cell: ({ registered_at }) => momentCell(registered_at) },
]

const answerOf = (answers: unknown, question: number): Cell =>
  textCell(recordsOf(answers).find(({ question_id }) => Number(question_id) === question)?.answer)

export const exportParticipants: Handler = async (request, { platform, shape }) => {
  const { id, slug } = await findRow(request.db, shape, request.user, request.params.id ?? '')
  const listed = targetOf('participant')
  if (!listed) throw new Error('participants are not served')
  const asked = (await questionsOf(request.db, id)).map(
    (one): SheetColumn => ({ header: one.question, needs: 'answers', cell: ({ answers }) => answerOf(answers, one.id) }),
  )
  const list = { ...request.list, filters: [...request.list.filters, { field: 'event_id', values: [String(id)] }] }
  return exportList(platform, listed, { ...request, list }, { name: `participants-${toText(slug)}`, columns: [...columns, ...asked] })
}
