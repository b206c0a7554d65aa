import { eq, sql } from 'drizzle-orm'
import { questionnaire } from '#contract/sections/product/questionnaire.ts'
import type { Change } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { eventQuestions } from '#server/db/tables/events.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { isAnswered } from './event/answers.ts'

/** A question stays with its event; once answered, its kind is fixed. Without a position it is the last. */
async function prepare({ db, before, values }: Change): Promise<void> {
  if (before && values.event_id !== before.event_id) throw fieldError('event_id', 'fixed')
  if (before && values.kind !== before.kind && (await isAnswered(db, before.id))) throw fieldError('kind', 'fixed')
  if (values.sort != null) return
  const [last] = await db
    .select({ sort: sql<number>`least(coalesce(max(${eventQuestions.sort}), 0) + 1, 1000)::int` })
    .from(eventQuestions)
    .where(eq(eventQuestions.event_id, Number(values.event_id)))
  values.sort = last?.sort ?? 1
}

export const questionnaireApi = serve(questionnaire, eventQuestions, { prepare })
