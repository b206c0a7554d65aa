/** Templates of WhatsApp: their parts, what has to be filled in, and the words that the customer sees (docs/product/chat.md#templates). */
import { isRecord } from '../kit/field/guards.ts'
import { maxInboundLength, mediaTypes } from '../parts/message-fields.ts'

export const headerFormats = ['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'] as const
export type HeaderFormat = (typeof headerFormats)[number]

/** Why a template cannot be sent from here, whatever its status. */
export const blockers = ['carousel', 'products', 'order', 'signIn', 'gif', 'app', 'callPermission', 'form', 'unknown'] as const
export type Blocker = (typeof blockers)[number]

export interface TemplateButton {
  /** As WhatsApp names it, such as QUICK_REPLY or URL. */
  type: string
  text: string
  /** Of URL: with its placeholder, if any. */
  url: string
}

export interface Template {
  name: string
  language: string
  /** As WhatsApp names it: only APPROVED is sent. */
  status: string
  category: string
  /** Of a rejected one, as WhatsApp names it; '' for none. */
  reason: string
  blocker: Blocker | null
  /** Another one means that a part of the template changed. */
  version: string
  /** Whether texts name their variables; else they are numbers from 1. */
  isNamed: boolean
  header: { format: HeaderFormat; text: string } | null
  /** With placeholders `{{1}}` or `{{name}}`. */
  body: string
  footer: string
  /** Limited offer: its words, and whether it ends at a time that is given. */
  offer: { text: string; hasEnd: boolean } | null
  buttons: readonly TemplateButton[]
}

/** As decimal texts and words; all four are needed. */
export interface TemplateLocation {
  latitude: string
  longitude: string
  name: string
  address: string
}

export interface TemplateValues {
  /** Of the variables of the body, in their order. */
  body: readonly string[]
  /** Of the variable of a header of text. */
  header: string
  location: TemplateLocation | null
  /** Of buttons by position: the end of an address, or a code. */
  buttons: Readonly<Record<number, string>>
  /** ISO 8601. */
  offerUntil: string | null
}

export const noValues: TemplateValues = { body: [], header: '', location: null, buttons: {}, offerUntil: null }

const placeholder = /\{\{\s*([\w.]+)\s*\}\}/g

/** Distinct variables of a text: numbers in their order, names as they come. */
export function variablesOf(text: string): string[] {
  const found = [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))]
  return found.every((name) => /^\d+$/.test(name)) ? found.sort((a, b) => Number(a) - Number(b)) : found
}

/** Splits a text at its placeholders; `at`: position of the variable among `variablesOf`. */
export function splitText(text: string): { text: string; at: number | null; start: number }[] {
  const variables = variablesOf(text)
  const parts: { text: string; at: number | null; start: number }[] = []
  let from = 0
  for (const match of text.matchAll(placeholder)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), at: null, start: from })
    parts.push({ text: match[0], at: variables.indexOf(match[1] ?? ''), start: match.index })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ text: text.slice(from), at: null, start: from })
  return parts
}

/** A placeholder without a value stays as it is written. */
export const fillText = (text: string, values: readonly string[]): string =>
  splitText(text)
    .map((part) => (part.at === null ? part.text : values[part.at]?.trim() || part.text))
    .join('')

/** Buttons that want a value: the end of an address, or a code. */
export function buttonInput({ type, url }: TemplateButton): 'url' | 'code' | null {
  if (type === 'COPY_CODE') return 'code'
  return type === 'URL' && variablesOf(url).length ? 'url' : null
}

/** As `encodeURI` makes it, without ever failing. */
export const encodeSuffix = (suffix: string): string => encodeURI(suffix.replace(/\p{Surrogate}/gu, ''))

/** The address of a button, with its value. */
export const filledUrl = ({ url }: TemplateButton, suffix: string): string => fillText(url, [encodeSuffix(suffix)])

/** Everything that the customer reads, as plain words. */
export function templateText({ header, body, footer, offer }: Template, values: TemplateValues): string {
  const head = header?.format === 'TEXT' ? fillText(header.text, [values.header]) : ''
  return [head, offer?.text ?? '', fillText(body, values.body), footer].filter(Boolean).join('\n').slice(0, maxInboundLength)
}

/** Types of files that a header takes; null for a header without a file. */
export function headerTypes({ header }: Pick<Template, 'header'>): readonly string[] | null {
  if (header?.format === 'IMAGE') return ['image/jpeg', 'image/png']
  if (header?.format === 'VIDEO') return mediaTypes.video.types
  return header?.format === 'DOCUMENT' ? ['application/pdf'] : null
}

const maxHeaderText = 60
const maxBodyBesideParts = 1_024
const maxBodyAlone = 32_768
const maxUrl = 2_000
export const maxCoupon = 15

/** Problem of one value: the field of `sendMessage` that has it, and a code of contract/kit/field/schema.ts. */
export interface TemplateProblem {
  field: string
  code: string
  params?: Record<string, number>
}

/** WhatsApp refuses breaks, tabs and more than four blanks in a row. */
function textProblem(field: string, value: string): TemplateProblem | null {
  if (!value.trim()) return { field, code: 'required' }
  return /[\n\r\t]| {5}/.test(value) ? { field, code: 'template_text' } : null
}

const isWithin = (text: string, max: number) => /^-?\d{1,3}(\.\d{1,15})?$/.test(text) && Math.abs(Number(text)) <= max

function locationProblem(location: TemplateLocation | null): TemplateProblem | null {
  const field = 'template_location'
  if (!location) return { field, code: 'required' }
  if (!isWithin(location.latitude, 90)) return { field: `${field}.latitude`, code: 'coordinate' }
  if (!isWithin(location.longitude, 180)) return { field: `${field}.longitude`, code: 'coordinate' }
  return textProblem(`${field}.name`, location.name) ?? textProblem(`${field}.address`, location.address)
}

function headerProblem(template: Template, values: TemplateValues, media: { type: string } | null): TemplateProblem | null {
  const { header } = template
  if (header?.format === 'LOCATION') return locationProblem(values.location)
  const types = headerTypes(template)
  if (types && !media) return { field: 'media', code: 'required' }
  if (types && media && !types.includes(media.type.split(';')[0] ?? ''))
    return { field: 'media', code: header?.format === 'DOCUMENT' ? 'template_pdf' : 'file_type' }
  if (header?.format !== 'TEXT' || !variablesOf(header.text).length) return null
  const field = 'template_header'
  const isLong = fillText(header.text, [values.header]).length > maxHeaderText
  return textProblem(field, values.header) ?? (isLong ? { field, code: 'max_length', params: { max: maxHeaderText } } : null)
}

function bodyProblem({ body, header, footer, buttons, offer }: Template, values: readonly string[]): TemplateProblem | null {
  const variables = variablesOf(body)
  if (values.length !== variables.length) return { field: 'values', code: 'min_entries', params: { min: variables.length } }
  for (const [at, value] of values.entries()) {
    const found = textProblem(`values.${at}.value`, value)
    if (found) return found
  }
  const max = header || footer || buttons.length || offer ? maxBodyBesideParts : maxBodyAlone
  const isLong = variables.length > 0 && fillText(body, values).length > max
  return isLong ? { field: 'values', code: 'template_long', params: { max } } : null
}

function buttonProblem(button: TemplateButton, at: number, value: string): TemplateProblem | null {
  const field = `template_buttons.${at}`
  const input = buttonInput(button)
  if (!input) return null
  const found = textProblem(field, value)
  if (found) return found
  if (input === 'code') return value.length > maxCoupon ? { field, code: 'max_length', params: { max: maxCoupon } } : null
  return filledUrl(button, value).length > maxUrl ? { field, code: 'max_length', params: { max: maxUrl } } : null
}

/** Why a template is not sent whatever its values are; null for one that is. */
export function findObstacle({ status, blocker }: Pick<Template, 'status' | 'blocker'>): TemplateProblem | null {
  if (blocker) return { field: 'template', code: 'template_part' }
  return status === 'APPROVED' ? null : { field: 'template', code: 'template_status' }
}

/** What a person can stop (docs/product/whatsapp.md#promotions). */
export const isPromotion = ({ category }: Pick<Template, 'category'>): boolean => category === 'MARKETING'

/** The first thing for which these values are not sent; null where nothing is. `media`: the file of the header; `now`: milliseconds. */
export function findProblem(
  template: Template,
  values: TemplateValues,
  media: { type: string } | null,
  now: number,
): TemplateProblem | null {
  const first = findObstacle(template) ?? headerProblem(template, values, media) ?? bodyProblem(template, values.body)
  if (first) return first
  for (const [at, button] of template.buttons.entries()) {
    const found = buttonProblem(button, at, values.buttons[at] ?? '')
    if (found) return found
  }
  if (!template.offer?.hasEnd) return null
  const until = Date.parse(values.offerUntil ?? '')
  if (Number.isNaN(until)) return { field: 'template_offer_until', code: 'required' }
  return until > now ? null : { field: 'template_offer_until', code: 'future' }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Whether a template needs more than values of its body, which is all that other clients ask for. */
export const isPlain = (template: Template): boolean => {
  const needsHeader = template.header !== null && (template.header.format !== 'TEXT' || variablesOf(template.header.text).length > 0)
  return !needsHeader && !template.offer?.hasEnd && template.buttons.every((button) => buttonInput(button) === null)
}

/** Reads a template of `templates`; a server of the base contract tells name, language and body alone. */
export function readTemplate(row: Readonly<Record<string, unknown>>): Template {
  const { header, offer } = row
  const format = isRecord(header) ? headerFormats.find((known) => known === header.format) : undefined
  const buttons = Array.isArray(row.buttons) ? row.buttons.filter(isRecord) : []
  const body = textOf(row.body)
  return {
    name: textOf(row.name),
    language: textOf(row.language),
    status: textOf(row.status) || 'APPROVED',
    category: textOf(row.category),
    reason: textOf(row.reason),
    blocker: blockers.find((known) => known === row.blocker) ?? null,
    version: textOf(row.version),
    isNamed: variablesOf(body).some((name) => /\D/.test(name)),
    header: isRecord(header) && format ? { format, text: textOf(header.text) } : null,
    body,
    footer: textOf(row.footer),
    offer: isRecord(offer) ? { text: textOf(offer.text), hasEnd: offer.hasEnd === true } : null,
    buttons: buttons.map(({ type, text, url }) => ({ type: textOf(type), text: textOf(text), url: textOf(url) })),
  }
}
