/** The template of a message, with its values filled in. */
import { eq } from 'drizzle-orm'
import {
  findProblem,
  headerTypes,
  isPromotion,
  type Template,
  type TemplateLocation,
  type TemplateValues,
  templateText,
} from '#contract/chat/template.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { maxInboundLength } from '#contract/parts/message-fields.ts'
import { findRows } from '#server/crud/query/read.ts'
import { keysOf } from '#server/crud/write/set-all.ts'
import type { Db } from '#server/db/database.ts'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { hasStoppedPromotions } from './promotions.ts'
import { roomsApi } from './rooms.ts'
import { cachedTemplate, readTemplates, type Wanted } from './templates.ts'
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
  const [first = textOf(body.room)] = keysOf(body)
  const [room] = wanted ? await findRows(db, roomsApi.shape, user, [first]) : []
  const number = room && (await numberOf(db, room))
  if (wanted && number) await readTemplates(number, wanted)
}

/**
 * Returns the template of `prefetchTemplate`; null where none is named. Throws 422 for an unknown one, and for one that is another than
 * `template_version`, 503 if unread.
 */
export async function findTemplate({ db, body }: Values, room: AnyRow): Promise<Template | null> {
  const wanted = wantedBy(body)
  if (!wanted) return null
  const number = await numberOf(db, room)
  const template = number && cachedTemplate(number, wanted)
  if (!template) throw fieldError('template', 'choice')
  const version = textOf(body.template_version)
  if (version && version !== template.version) {
    const reason = { code: 'template_changed' }
    throw new ApiError('invalid', 'The template was changed after it was opened. Choose it again.', { reason })
  }
  return template
}

/** Like `findTemplate`, for a message of this room: throws 422 for a promotion to somebody who stopped them. */
export async function chosenTemplate(request: Values, room: AnyRow): Promise<Template | null> {
  const template = await findTemplate(request, room)
  if (template && isPromotion(template) && (await hasStoppedPromotions(request.db, room)))
    throw refused('invalid', refusal('stopped_promotions'))
  return template
}

const clean = (value: unknown, max: number) => cleanText(textOf(value), max)

function locationOf(value: unknown): TemplateLocation | null {
  if (!isRecord(value)) return null
  const [latitude, longitude, name, address] = [value.latitude, value.longitude, value.name, value.address].map((each) =>
    clean(each, 1_000),
  )
  return latitude || longitude || name || address
    ? { latitude: latitude ?? '', longitude: longitude ?? '', name: name ?? '', address: address ?? '' }
    : null
}

function valuesOf(body: Values['body']): TemplateValues {
  const rows = (value: unknown) => (Array.isArray(value) ? value.map(toRecord) : [])
  return {
    body: rows(body.values).map(({ value }) => clean(value, 1_000)),
    header: clean(body.template_header, 60),
    location: locationOf(body.template_location),
    buttons: Object.fromEntries(rows(body.template_buttons).map(({ index, value }) => [Number(index), clean(value, 2_000)])),
    offerUntil: textOf(body.template_offer_until) || null,
  }
}

/** Whether a message of this template has a file. */
export const hasHeaderFile = (template: Template): boolean => headerTypes(template) !== null

/** Values of a template, and the words that the customer reads. Throws 422 for what cannot be sent. */
export function fillTemplate(template: Template, { body }: Values, media: StoredFile | null) {
  const values = valuesOf(body)
  const found = findProblem(template, values, media, Date.now())
  if (found) throw fieldError(found.field, found.code, found.params)
  const { name, language, version } = template
  return { name, language, filled: { ...values, version }, content: cleanText(templateText(template, values), maxInboundLength) }
}
