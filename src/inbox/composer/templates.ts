/** Words around templates: why one is not sent, what a value is called, and what a form begins with. */
import type { Room } from '#console/data/chat/rooms.ts'
import type { FilledTemplate } from '#console/data/chat/write.ts'
import { has, t } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import { formatDate } from '#console/kit/text/format.ts'
import {
  buttonInput,
  findObstacle,
  isPromotion,
  noValues,
  type Template,
  type TemplateProblem,
  type TemplateValues,
  templateText,
  variablesOf,
} from '#contract/chat/template.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'

const isWritten = (id: string): id is MessageId => has(id)

/** A name of WhatsApp in words, or as it is. */
const wordOf = (id: string, name: string) => (isWritten(id) ? t(id) : name)

/** The chat that a template is for, or several of one number. */
export interface TemplateRoom extends Pick<Room, 'whatsapp_number' | 'promotions_stopped'> {
  /** What stands in the first place. */
  customer: string
}

/** Whether a template is sent to nobody, or as a promotion not to this customer (docs/product/whatsapp.md#promotions). */
export const isHeld = (template: Template, { promotions_stopped }: Pick<Room, 'promotions_stopped'>): boolean =>
  findObstacle(template) !== null || (isPromotion(template) && Boolean(promotions_stopped))

/** Why a template is not sent in a room; null for one that is. */
export function obstacleText(template: Template, room: Pick<Room, 'promotions_stopped'>): string | null {
  const { status, blocker, reason } = template
  if (blocker) return t(`sending.blocker.${blocker}`)
  if (status === 'APPROVED') return isHeld(template, room) ? t('sending.error.stopped') : null
  const words = wordOf(`sending.status.${status}`, t('sending.status.other', { status }))
  return reason ? `${words}: ${wordOf(`sending.reason.${reason}`, reason)}` : words
}

export const categoryText = (category: string): string => wordOf(`sending.category.${category}`, category)

/** What WhatsApp says beside: a low quality, and a category that comes. None of a list without it. */
export function newsTexts({ quality, becomes, becomes_at: at }: Readonly<Record<string, unknown>> = {}): string[] {
  const low = quality === 'RED' || quality === 'YELLOW' ? [t(`sending.quality.${quality}`)] : []
  if (typeof becomes !== 'string') return low
  const category = categoryText(becomes)
  return [...low, typeof at === 'string' ? t('sending.becomesOn', { category, day: formatDate(at) }) : t('sending.becomes', { category })]
}

export const problemText = ({ code, params }: TemplateProblem): string => t(`problem.${code}`, params)

/** 'Place 1', or the name that the template gives it. */
export const placeLabel = (name: string): string => (/^\d+$/.test(name) ? t('chat.place', { place: Number(name) }) : name)

/** The first place with the customer's name, so that most templates need one more press. */
export function startValues(template: Template, customer: string): TemplateValues {
  const body = variablesOf(template.body).map((_, at) => (at === 0 ? customer : ''))
  const buttons = template.buttons.flatMap((button, at) => (buttonInput(button) ? [[at, ''] as const] : []))
  return { ...noValues, body, buttons: Object.fromEntries(buttons) }
}

const trimmed = (values: TemplateValues): TemplateValues => ({
  ...values,
  body: values.body.map((value) => value.trim()),
  header: values.header.trim(),
  buttons: Object.fromEntries(Object.entries(values.buttons).map(([at, value]) => [at, value.trim()])),
})

/** As it is queued; `key`: of its form. */
export function fill(template: Template, values: TemplateValues, file: File | null, key: string): FilledTemplate {
  const { name, language, version } = template
  const given = trimmed(values)
  return { key, name, language, version, values: given, file, text: templateText(template, given) }
}

export const newKey = uuidv7
