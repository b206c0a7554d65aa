/** The registration form: its fields, and what somebody entered. */
import { and, asc, eq, isNull } from 'drizzle-orm'
import { choice, email, type Fields, phone, text, textarea } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Entered } from '#contract/pages/form-fields.ts'
import { readEntered } from '#contract/pages/read-entered.ts'
import { maxRating } from '#contract/sections/product/questionnaire.ts'
import type { Db } from '#server/db/database.ts'
import { eventQuestions } from '#server/db/tables/events.ts'

export type Question = typeof eventQuestions.$inferSelect

export const ratings: readonly string[] = Array.from({ length: maxRating }, (_, at) => String(at + 1))

/** As many as a participant may have answers. */
const maxQuestions = 50

/** Questions that an event asks, in order. */
export const readQuestions = (db: Db, event: number): Promise<Question[]> =>
  db
    .select()
    .from(eventQuestions)
    .where(and(eq(eventQuestions.event_id, event), isNull(eventQuestions.deleted_at)))
    .orderBy(asc(eventQuestions.sort), asc(eventQuestions.id))
    .limit(maxQuestions)

export const answerName = ({ id }: Pick<Question, 'id'>): string => `q${id}`

const person = {
  name: text({ required: true, max: 120 }),
  phone: phone({ required: true }),
  email: email({ required: true, max: 160 }),
} as const satisfies Fields

function answerField({ kind, options, required }: Question): Fields[string] {
  if (kind === 'rating') return choice(ratings, { required })
  if (kind === 'choice') return choice(options, { required })
  return textarea({ required, max: 2_000 })
}

export interface Applicant {
  name: string
  phone: string
  email: string
  answers: { question_id: number; answer: string }[]
}

/** Returns the applicant, or codes of problems by field. Fields that the form does not have are not read. */
export function readApplicant(
  entered: Entered,
  questions: readonly Question[],
): { applicant: Applicant } | { problems: Map<string, string> } {
  const fields: Fields = { ...person, ...Object.fromEntries(questions.map((question) => [answerName(question), answerField(question)])) }
  const read = readEntered(fields, entered, ['name'])
  if ('problems' in read) return read
  const { value } = read
  const answers = questions.flatMap((question) => {
    const answer = toText(value[answerName(question)])
    return answer ? [{ question_id: question.id, answer }] : []
  })
  return { applicant: { name: toText(value.name), phone: toText(value.phone), email: toText(value.email), answers } }
}

/** What a form's token is for. */
export const formName = (event: number): string => `event form ${event}`
