/** The template of a message, with its values filled in. */
import { eq } from 'drizzle-orm'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { findRows } from '#server/crud/query/read.ts'
import type { Db } from '#server/db/database.ts'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { roomsApi } from './rooms.ts'
import { cachedTemplate, filledIn, readTemplates, type Wanted } from './templates.ts'
import { cleanText, textOf } from './text.ts'

type Values = Pick<CallRequest, 'db' | 'user' | 'body'>

/** Null for a message without template. */
function wantedBy(body: Values['body']): Wanted | null {
  const name = textOf(body.template)
  const language = textOf(body.template_language)
  return name ? (template) => template.name === name && (!language || template.language === language) : null
}

async function numberOf(db: Db, room: AnyRow) {
  const [number] = await db
    .select()
    .from(whatsappNumbers)
    .where(eq(whatsappNumbers.id, Number(room.whatsapp_number)))
  return number
}

/** Before the transaction: the provider is queried without locks. */
export async function prefetchTemplate({ db, user, body }: Values): Promise<void> {
  const wanted = wantedBy(body)
  const [room] = wanted ? await findRows(db, roomsApi.shape, user, [textOf(body.room)]) : []
  const number = room && (await numberOf(db, room))
  if (wanted && number) await readTemplates(number, wanted)
}

/**
 * Returns the template of `prefetchTemplate`; null for a message without one. Throws 422 for an unknown one or an absent value, 503 if
 * unread.
 */
export async function chosenTemplate({ db, body }: Values, room: AnyRow) {
  const wanted = wantedBy(body)
  if (!wanted) return null
  const number = await numberOf(db, room)
  const template = number && cachedTemplate(number, wanted)
  if (!template) throw fieldError('template', 'choice')
  const rows: unknown[] = Array.isArray(body.values) ? body.values : []
  const values = rows.map((row) => (typeof row === 'object' && row !== null && 'value' in row ? cleanText(textOf(row.value), 1_000) : ''))
  if (values.length !== template.places) throw fieldError('values', 'min_entries', { min: template.places })
  return { name: template.name, language: template.language, values, content: cleanText(filledIn(template, values)) }
}
