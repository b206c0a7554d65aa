/** Parser of Cloud API webhooks. Items are validated separately, so that an invalid one does not affect others. */
import * as v from 'valibot'
import type { InboundMessage, InboundStatus } from '../inbound/inbound.ts'

/** A customer's message with media at the provider. */
export interface TakenMessage extends Omit<InboundMessage, 'number' | 'media'> {
  media: { id: string; name: string } | null
}

export interface TakenStatus extends InboundStatus {
  /** Our ref, if it was sent with one. */
  ref: string | null
}

export interface Taken {
  messages: TakenMessage[]
  statuses: TakenStatus[]
  /** Counts of ignored kinds. */
  unknown: Record<string, number>
}

/** Of one number. */
export interface Change extends Taken {
  phone_number_id: string
}

const words = v.fallback(v.string(), '')
/** Format of the provider's ids; others could not be stored, and would fail their batch. */
const name = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,500}$/))
const list = v.fallback(v.array(v.unknown()), [])

const payload = v.object({ entry: v.array(v.object({ changes: v.array(v.object({ value: v.unknown() })) })) })
const changeValue = v.object({
  metadata: v.object({ phone_number_id: v.string() }),
  contacts: list,
  messages: list,
  statuses: list,
})
const contact = v.object({ wa_id: v.string(), profile: v.object({ name: v.string() }) })
const mediaPart = v.object({ id: name, caption: words, filename: words })
const titled = v.object({ title: v.string() })
const message = v.object({
  id: name,
  from: v.pipe(v.string(), v.regex(/^\d{5,20}$/)),
  timestamp: words,
  type: words,
  context: v.optional(v.fallback(v.object({ id: name }), { id: '' })),
  text: v.optional(v.fallback(v.object({ body: words }), { body: '' })),
  button: v.optional(v.fallback(v.object({ text: words }), { text: '' })),
  interactive: v.optional(v.fallback(v.object({ button_reply: v.optional(titled), list_reply: v.optional(titled) }), {})),
  location: v.optional(
    v.fallback(v.nullable(v.object({ latitude: v.number(), longitude: v.number(), name: words, address: words })), null),
  ),
  contacts: v.optional(list),
  image: v.optional(v.unknown()),
  sticker: v.optional(v.unknown()),
  video: v.optional(v.unknown()),
  audio: v.optional(v.unknown()),
  document: v.optional(v.unknown()),
})
const sharedContact = v.object({
  name: v.fallback(v.object({ formatted_name: words }), { formatted_name: '' }),
  phones: v.fallback(v.array(v.object({ phone: words })), []),
})
const status = v.object({
  id: name,
  status: v.picklist(['sent', 'delivered', 'read', 'failed']),
  timestamp: words,
  biz_opaque_callback_data: words,
  errors: v.fallback(
    v.array(
      v.object({
        code: v.fallback(v.number(), 0),
        title: words,
        message: words,
        error_data: v.fallback(v.object({ details: words }), { details: '' }),
      }),
    ),
    [],
  ),
})

type Message = v.InferOutput<typeof message>

const kinds = { image: 'image', sticker: 'image', video: 'video', audio: 'audio', document: 'document' } as const
const isMediaType = (type: string): type is keyof typeof kinds => Object.hasOwn(kinds, type)

/** Seconds since 1970 as ISO 8601; now where it is none. */
function timeOf(timestamp: string): string {
  const ms = /^\d{9,11}$/.test(timestamp) ? Number(timestamp) * 1000 : Date.now()
  return new Date(ms).toISOString()
}

function sharedText(shared: readonly unknown[]): string {
  return shared
    .map((one) => v.safeParse(sharedContact, one))
    .flatMap(({ success, output }) =>
      success ? [[output.name.formatted_name, ...output.phones.map(({ phone }) => phone)].join(' ').trim()] : [],
    )
    .join('\n')
}

/** Returns the text of a message without file; null for a kind without text. */
function textOfMessage({ type, text, button, interactive, location, contacts }: Message): string | null {
  switch (type) {
    case 'text':
      return text?.body ?? ''
    case 'button':
      return button?.text ?? ''
    case 'interactive':
      return interactive?.button_reply?.title ?? interactive?.list_reply?.title ?? ''
    case 'location':
      return location
        ? [location.name, location.address, `https://maps.google.com/?q=${location.latitude},${location.longitude}`]
            .filter(Boolean)
            .join('\n')
        : null
    case 'contacts':
      return sharedText(contacts ?? [])
    case 'unsupported':
      return 'WhatsApp could not pass this message on; it can be read on the phone alone.'
    default:
      return null
  }
}

function takeMessage(given: Message, names: ReadonlyMap<string, string>): TakenMessage | null {
  const base = {
    type: 'message',
    provider_id: given.id,
    customer_phone: given.from,
    customer_name: names.get(given.from) ?? null,
    reply_to: given.context?.id || null,
    at: timeOf(given.timestamp),
  } as const
  if (isMediaType(given.type)) {
    const part = v.safeParse(mediaPart, given[given.type])
    if (!part.success) return null
    const { id, caption, filename } = part.output
    return { ...base, kind: kinds[given.type], content: caption || null, media: { id, name: filename || given.type } }
  }
  const content = textOfMessage(given)
  return content ? { ...base, kind: 'text', content, media: null } : null
}

function takeStatus({ id, status: state, timestamp, errors, biz_opaque_callback_data }: v.InferOutput<typeof status>): TakenStatus {
  const [error] = errors
  const reason = error && `${error.error_data.details || error.message || error.title} (${error.code})`
  const failure = state === 'failed' ? (reason ?? 'The WhatsApp Cloud API gave no reason') : null
  return { type: 'status', provider_id: id, status: state, failure, at: timeOf(timestamp), ref: biz_opaque_callback_data || null }
}

const kindOf = (item: unknown, key: 'type' | 'status') => {
  const kind = typeof item === 'object' && item !== null && key in item ? Reflect.get(item, key) : null
  return typeof kind === 'string' ? kind.slice(0, 40) : 'nothing'
}

function takeChange(value: unknown): Change | null {
  const parsed = v.safeParse(changeValue, value)
  if (!parsed.success) return null
  const { metadata, contacts, messages, statuses } = parsed.output
  const unknown: Record<string, number> = {}
  const count = (kind: string) => {
    unknown[kind] = (unknown[kind] ?? 0) + 1
  }
  const names = new Map(
    contacts
      .map((one) => v.safeParse(contact, one))
      .flatMap(({ success, output }) => (success ? [[output.wa_id, output.profile.name] as const] : [])),
  )
  const taken = messages.flatMap((item) => {
    const given = v.safeParse(message, item)
    const found = given.success ? takeMessage(given.output, names) : null
    if (!found) count(kindOf(item, 'type'))
    return found ?? []
  })
  const states = statuses.flatMap((item) => {
    const given = v.safeParse(status, item)
    if (!given.success) count(kindOf(item, 'status'))
    return given.success ? takeStatus(given.output) : []
  })
  return { phone_number_id: metadata.phone_number_id, messages: taken, statuses: states, unknown }
}

/** Returns a webhook's items by number, in order; null if not WhatsApp's. */
export function readWebhook(body: unknown): Change[] | null {
  const parsed = v.safeParse(payload, body)
  if (!parsed.success) return null
  return parsed.output.entry.flatMap(({ changes }) => changes.flatMap(({ value }) => takeChange(value) ?? []))
}
