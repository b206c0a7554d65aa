/** Answers of participants to an event's questions. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { maxRating } from '#contract/sections/product/questionnaire.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import type { Db } from '#server/db/database.ts'
import { eventParticipants, eventQuestions } from '#server/db/tables/events.ts'
import { fieldError } from '#server/platform/core/problem.ts'

const ratings = Array.from({ length: maxRating }, (_, at) => String(at + 1))

const idOf = (answer: Readonly<Record<string, unknown>>) => Number(answer.question_id)

/** Throws 422 for an answer to a question of another event, a second one, or one that the question does not offer. Stored ones stay. */
export async function assertAnswers(db: Db, event: number, sent: unknown, stored: unknown): Promise<void> {
  const answers = recordsOf(sent)
  const before = new Set(recordsOf(stored).map((one) => `${idOf(one)} ${toText(one.answer)}`))
  const ids = [...new Set(answers.map(idOf))]
  if (!ids.length) return
  const found = await db
    .select()
    .from(eventQuestions)
    .where(and(eq(eventQuestions.event_id, event), inArray(eventQuestions.id, ids)))
  const questions = new Map(found.map((question) => [question.id, question]))
  for (const [at, one] of answers.entries()) {
    const question = questions.get(idOf(one))
    if (!question) throw fieldError(`answers.${at}.question_id`, 'unknown_reference')
    if (answers.findIndex((other) => idOf(other) === idOf(one)) < at) throw fieldError(`answers.${at}.question_id`, 'taken')
    if (before.has(`${idOf(one)} ${toText(one.answer)}`)) continue
    const values = question.kind === 'rating' ? ratings : question.kind === 'choice' ? question.options : null
    if (values && !values.includes(toText(one.answer))) throw fieldError(`answers.${at}.answer`, 'choice', { values: values.join(', ') })
  }
}

/** Whether somebody answered a question. */
export async function isAnswered(db: Db, question: number): Promise<boolean> {
  const isIn = sql`${eventParticipants.answers} @> ${JSON.stringify([{ question_id: question }])}::jsonb`
  return (await db.select({ id: eventParticipants.id }).from(eventParticipants).where(isIn).limit(1)).length > 0
}

/** Copies the questions that an event asks to a copy of it. */
export async function copyQuestions(db: Db, from: number, to: number, author: string): Promise<void> {
  const asked = await db
    .select()
    .from(eventQuestions)
    .where(and(eq(eventQuestions.event_id, from), isNull(eventQuestions.deleted_at)))
    .orderBy(eventQuestions.sort, eventQuestions.id)
  if (!asked.length) return
  const by = { created_by: author, updated_by: author }
  await db
    .insert(eventQuestions)
    .values(asked.map(({ question, kind, options, required, sort }) => ({ event_id: to, question, kind, options, required, sort, ...by })))
}
