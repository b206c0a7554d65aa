/** The registration form: its fields, and what somebody entered. */
import { and, asc, eq, isNull } from 'drizzle-orm'
import { choice, email, type Fields, phone, text, textarea } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { validate } from '#contract/kit/field/schema.ts'
import { uuid } from '#contract/lib/patterns.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { maxRating } from '#contract/sections/product/questionnaire.ts'
import type { Db } from '#server/db/database.ts'
import { eventQuestions } from '#server/db/tables/events.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { timingSafeEqualText } from '#server/platform/core/timing-safe-equal-text.ts'

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

/** Named as people's fields are, so that robots fill it in; people do not see it. */
export const trapName = 'website'

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

/** As somebody typed it. */
export type Entered = Readonly<Record<string, string>>

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
  const given = Object.fromEntries(Object.keys(fields).map((name) => [name, entered[name] ?? '']))
  const checked = validate(fields, [], { ...given, email: toText(given.email).trim().toLowerCase() })
  if (!checked.ok) return { problems: new Map(Object.entries(checked.problems).map(([name, { code }]) => [name, code])) }
  const { value } = checked
  const answers = questions.flatMap((question) => {
    const answer = toText(value[answerName(question)])
    return answer ? [{ question_id: question.id, answer }] : []
  })
  return { applicant: { name: toText(value.name), phone: toText(value.phone), email: toText(value.email), answers } }
}

const signatureOf = ({ tokens }: Pick<Platform, 'tokens'>, event: number, ref: string) =>
  tokens.digest(`event form ${event} ${ref}`).slice(0, 32)

/** Names the registration that a form makes: sent twice, it makes one. */
export function formToken(platform: Pick<Platform, 'tokens'>, event: number): string {
  const ref = uuidv7()
  return `${ref}.${signatureOf(platform, event, ref)}`
}

const formLastsMs = 24 * 3_600_000

/** Returns the ref of a form of this event; null if it is older than a day, or not ours. */
export function readFormToken(platform: Pick<Platform, 'tokens'>, event: number, token: string): string | null {
  const [ref = '', signature = '', ...rest] = token.slice(0, 100).split('.')
  if (rest.length || !uuid.test(ref) || !timingSafeEqualText(signature, signatureOf(platform, event, ref))) return null
  // The first 48 bits of the ref are when it was made.
  const age = Date.now() - Number.parseInt(ref.replace('-', '').slice(0, 12), 16)
  return age <= formLastsMs ? ref : null
}
