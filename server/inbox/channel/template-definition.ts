/** Templates as the WhatsApp Cloud API defines them (docs/product/chat.md#templates). */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { type Blocker, type HeaderFormat, headerFormats, type Template, type TemplateButton, variablesOf } from '#contract/chat/template.ts'

const words = v.fallback(v.string(), '')
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(512))
const list = v.fallback(v.array(v.unknown()), [])

/** One entry of `message_templates`; parts are read one by one. */
export const definition = v.object({
  name,
  language: name,
  status: words,
  category: words,
  parameter_format: words,
  rejected_reason: words,
  components: list,
})
export type Definition = v.InferOutput<typeof definition>

const component = v.object({
  type: v.pipe(v.string(), v.toUpperCase()),
  format: v.fallback(v.pipe(v.string(), v.toUpperCase()), ''),
  text: words,
  buttons: list,
  limited_time_offer: v.fallback(v.object({ text: words, has_expiration: v.fallback(v.boolean(), false) }), {
    text: '',
    has_expiration: false,
  }),
})
const button = v.object({
  type: v.pipe(v.string(), v.toUpperCase()),
  text: words,
  url: words,
  flow_action: v.fallback(v.pipe(v.string(), v.toUpperCase()), ''),
})

/** Longer texts are none of WhatsApp's. */
const maxText = 40_000

/** Parts that WhatsApp knows and that cannot be filled in here. */
const blockedParts: Readonly<Record<string, Blocker>> = { CAROUSEL: 'carousel', CALL_PERMISSION_REQUEST: 'callPermission' }
const blockedHeaders: Readonly<Record<string, Blocker>> = { GIF: 'gif', PRODUCT: 'products' }
const blockedButtons: Readonly<Record<string, Blocker>> = {
  CATALOG: 'products',
  MPM: 'products',
  SPM: 'products',
  ORDER_DETAILS: 'order',
  OTP: 'signIn',
  APP: 'app',
}
const knownButtons: ReadonlySet<string> = new Set([
  'QUICK_REPLY',
  'URL',
  'COPY_CODE',
  'PHONE_NUMBER',
  'REQUEST_CONTACT_INFO',
  'VOICE_CALL',
  'FLOW',
])

/** Whether every placeholder of a text is one that is filled in. */
function isReadable(text: string, isNamed: boolean): boolean {
  if (text.length > maxText) return false
  const rest = text.replace(/\{\{\s*[\w.]+\s*\}\}/g, '')
  if (/\{\{|\}\}/.test(rest)) return false
  const variables = variablesOf(text)
  return isNamed ? variables.every((each) => /\D/.test(each)) : variables.every((each, at) => each === String(at + 1))
}

type Part = v.InferOutput<typeof component>
type Button = v.InferOutput<typeof button>

function buttonBlocker({ type, url, flow_action }: Button): Blocker | null {
  const known = blockedButtons[type]
  if (known) return known
  if (type === 'FLOW') return flow_action === '' || flow_action === 'NAVIGATE' ? null : 'form'
  if (!knownButtons.has(type)) return 'unknown'
  // One variable, at the end.
  return variablesOf(url).length > 1 || !isReadable(url, false) || /\}\}.+$/.test(url) ? 'unknown' : null
}

function partBlocker({ type, format, text }: Part, isNamed: boolean): Blocker | null {
  const known = blockedParts[type]
  if (known) return known
  if (type === 'HEADER') {
    const isText = format === 'TEXT'
    if (!headerFormats.some((each) => each === format)) return blockedHeaders[format] ?? 'unknown'
    return isText && (variablesOf(text).length > 1 || !isReadable(text, isNamed)) ? 'unknown' : null
  }
  if (type === 'BODY') return isReadable(text, isNamed) ? null : 'unknown'
  if (type === 'FOOTER') return variablesOf(text).length ? 'unknown' : null
  return type === 'BUTTONS' || type === 'LIMITED_TIME_OFFER' ? null : 'unknown'
}

/** Reads a definition; a part that is not known here makes the template one that is shown and not sent. */
export function readDefinition({
  name: title,
  language,
  status,
  category,
  parameter_format,
  rejected_reason,
  components,
}: Definition): Template {
  const read = components.map((each) => v.safeParse(component, each))
  const parts = read.flatMap(({ success, output }) => (success ? [output] : []))
  const find = (type: string) => parts.find((each) => each.type === type)
  const [header, body, footer, offer] = ['HEADER', 'BODY', 'FOOTER', 'LIMITED_TIME_OFFER'].map(find)
  const given = (find('BUTTONS')?.buttons ?? []).map((each) => v.safeParse(button, each))
  const buttons = given.flatMap(({ success, output }): Button[] => (success ? [output] : []))
  const text = body?.text ?? ''
  const names = [...variablesOf(text), ...variablesOf(header?.text ?? '')]
  const isNamed = parameter_format ? parameter_format.toUpperCase() === 'NAMED' : names.some((each) => /\D/.test(each))
  const isWhole =
    read.length === parts.length && given.length === buttons.length && new Set(parts.map(({ type }) => type)).size === parts.length
  const found = [...parts.map((part) => partBlocker(part, isNamed)), ...buttons.map(buttonBlocker)].filter((each) => each !== null)
  const blocker: Blocker | null =
    category.toUpperCase() === 'AUTHENTICATION'
      ? 'signIn'
      : (found.find((each) => each !== 'unknown') ?? found[0] ?? (isWhole ? null : 'unknown'))
  const format = headerFormats.find((each): each is HeaderFormat => each === header?.format)
  const shown: TemplateButton[] = buttons.map(({ type, text: label, url }) => ({ type, text: label, url }))
  const parsed = {
    header: format ? { format, text: header?.text ?? '' } : null,
    body: text,
    footer: footer?.text ?? '',
    offer: offer ? { text: offer.limited_time_offer.text, hasEnd: offer.limited_time_offer.has_expiration } : null,
    buttons: shown,
    isNamed,
  }
  return {
    name: title,
    language,
    status: status.toUpperCase(),
    category: category.toUpperCase(),
    reason: ['', 'NONE'].includes(rejected_reason.toUpperCase()) ? '' : rejected_reason.toUpperCase(),
    blocker,
    version: createHash('sha256').update(JSON.stringify(parsed)).digest('hex').slice(0, 16),
    ...parsed,
  }
}
