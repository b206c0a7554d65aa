/** The WhatsApp Cloud API as a channel. */
import * as v from 'valibot'
import { headerTypes, type Template } from '#contract/chat/template.ts'
import { composeTemplate } from '#contract/chat/template-components.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import type { MessageKind } from '#contract/parts/message-fields.ts'
import { isVoiceNote, toVoiceNote } from '#server/video/convert-sound.ts'
import type { WhatsappNumber } from '../rooms/templates.ts'
import { heldStates } from '../whatsapp/statuses.ts'
import { readPhone } from '../whatsapp/values.ts'
import type { ChannelAdapter, OutgoingMedia, OutgoingMessage, QualityRating, Refusal } from './channel.ts'
import { type ChosenTemplate, checkTemplate } from './check-template.ts'
import { type Cloud, download, isRefusal, requestJson } from './graph.ts'
import { definition, readDefinition } from './template-definition.ts'

const accepted = v.object({ id: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,500}$/)), message_status: v.fallback(v.string(), '') })
const sent = v.object({ messages: v.pipe(v.array(accepted), v.minLength(1)), contacts: v.fallback(v.array(v.unknown()), []) })
const uploaded = v.object({ id: v.string() })
const done = v.object({ success: v.literal(true) })
const mediaAddress = v.object({ url: v.string() })
const rated = v.object({ quality_rating: v.fallback(v.nullable(v.string()), null) })
/** WhatsApp's documentation has both names for a number without a rating. */
const ratings: ReadonlyMap<string, QualityRating> = new Map([
  ['GREEN', 'GREEN'],
  ['YELLOW', 'YELLOW'],
  ['RED', 'RED'],
  ['UNKNOWN', 'UNKNOWN'],
  ['NA', 'UNKNOWN'],
])
const templatePage = v.object({
  data: v.array(v.unknown()),
  paging: v.fallback(v.object({ cursors: v.object({ after: v.string() }), next: v.string() }), {
    cursors: { after: '' },
    next: '',
  }),
})

const templateFields = 'id,name,language,status,category,parameter_format,components,quality_score,rejected_reason,previous_category'
/** For an account whose version does not know one of them. */
const oldestFields = 'name,language,status,components'
const unknownField = 100
/** 6,000 templates are the most that a business may have; time ends it earlier. */
const maxPages = 60
/** Milliseconds in all. */
const readWithin = 15_000
/** Milliseconds for a file of 100 MB. */
const uploadWithin = 90_000

type Page = v.InferOutput<typeof templatePage>

async function readTemplates(cloud: Cloud, number: WhatsappNumber, name?: string): Promise<Template[] | Refusal> {
  if (!number.business_account_id) return []
  const base = `/${encodeURIComponent(number.business_account_id)}/message_templates`
  const found: Template[] = []
  let fields = templateFields
  let after = ''
  const until = Date.now() + readWithin
  const readPage = (): Promise<Page | Refusal> => {
    const query = new URLSearchParams({ fields, limit: '100', ...(name && { name }), ...(after && { after }) })
    return requestJson(cloud, number, { method: 'GET', path: `${base}?${query}`, within: Math.max(1, until - Date.now()) }, templatePage)
  }
  for (let page = 0; page < maxPages; page++) {
    let response = await readPage()
    if (isRefusal(response) && response.code === unknownField && fields !== oldestFields) {
      fields = oldestFields
      response = await readPage()
    }
    if (isRefusal(response)) return response
    for (const row of response.data) {
      const given = v.safeParse(definition, row)
      if (given.success) found.push(readDefinition(given.output))
    }
    if (!response.paging.next) break
    after = response.paging.cursors.after
  }
  return found
}

async function templatePart(cloud: Cloud, number: WhatsappNumber, message: OutgoingMessage, chosen: ChosenTemplate, media?: OutgoingMedia) {
  const known = await readTemplates(cloud, number, chosen.name)
  if (isRefusal(known)) return known
  const template = checkTemplate(known, chosen, message.address, media)
  if (isRefusal(template)) return template
  const stored = media && headerTypes(template) ? await upload(cloud, number, media) : null
  if (isRefusal(stored)) return stored
  const file = stored && media ? { id: stored.id, name: media.name } : null
  const components = composeTemplate(template, chosen.values, file, message.ref)
  const { name, language } = template
  return { type: 'template', template: { name, language: { code: language }, ...(components.length && { components }) } }
}

async function upload(cloud: Cloud, number: WhatsappNumber, { content, name }: OutgoingMedia) {
  const body = new FormData()
  body.append('messaging_product', 'whatsapp')
  body.append('type', content.type)
  body.append('file', content, name)
  return requestJson(cloud, number, { method: 'POST', path: `/${number.phone_number_id}/media`, body, within: uploadWithin }, uploaded)
}

/**
 * Returns a sound as it is sent: a recording as Ogg Opus, if it can be made here (docs/product/chat.md#voice-notes). WhatsApp takes an Ogg
 * file only with the name of its codec.
 */
async function outgoingSound({ settings }: Cloud, { content, name }: OutgoingMedia): Promise<{ media: OutgoingMedia; isVoice: boolean }> {
  const original = new Uint8Array(await content.arrayBuffer())
  const made = await toVoiceNote(settings, original, content.type)
  const isVoice = made !== null || isVoiceNote(original)
  const type = isVoice ? 'audio/ogg; codecs=opus' : content.type
  const file = new Blob([made?.content ?? original], { type })
  return { media: { content: file, name: made ? `${name.replace(/\.\w{1,5}$/, '')}.ogg` : name }, isVoice }
}

async function mediaPart(
  cloud: Cloud,
  number: WhatsappNumber,
  kind: Exclude<MessageKind, 'text'>,
  caption: string | null,
  media: OutgoingMedia,
) {
  if (kind === 'audio' && caption) return { reason: 'WhatsApp takes no text with a sound', next: 'give up' } satisfies Refusal
  const sound = kind === 'audio' ? await outgoingSound(cloud, media) : null
  const stored = await upload(cloud, number, sound?.media ?? media)
  if (isRefusal(stored)) return stored
  const named = kind === 'document' ? { filename: media.name } : {}
  return { type: kind, [kind]: { id: stored.id, ...(caption && { caption }), ...named, ...(sound?.isVoice && { voice: true }) } }
}

async function contentPart(cloud: Cloud, number: WhatsappNumber, message: OutgoingMessage, media?: OutgoingMedia) {
  const { kind, content, template } = message
  if (message.asksContact) {
    const name = 'request_contact_info'
    return { type: 'interactive', interactive: { type: name, body: { text: content ?? '' }, action: { name } } }
  }
  if (template) return templatePart(cloud, number, message, template, media)
  if (kind === 'text') return { type: 'text', text: { preview_url: true, body: content ?? '' } }
  if (!media) return { reason: 'The file of this message is gone', next: 'give up' } satisfies Refusal
  return mediaPart(cloud, number, kind, content, media)
}

export function cloudChannel(cloud: Cloud): ChannelAdapter {
  return {
    async send(number, message, media) {
      const part = await contentPart(cloud, number, message, media)
      if (isRefusal(part)) return part
      const body = {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        ...message.address,
        ...part,
        ...(message.reply_to && { context: { message_id: message.reply_to } }),
        biz_opaque_callback_data: message.ref,
      }
      const response = await requestJson(
        cloud,
        number,
        { method: 'POST', path: `/${number.phone_number_id}/messages`, body, once: true },
        sent,
      )
      if (isRefusal(response)) return response
      const [{ id, message_status } = { id: '', message_status: '' }] = response.messages
      const asked = 'to' in message.address ? message.address.to : null
      const phone = readPhone(toRecord(response.contacts[0]).wa_id)
      const held = Object.hasOwn(heldStates, message_status) ? heldStates[message_status] : undefined
      return { provider_id: id, ...(asked && phone && phone !== asked && { answered: { asked, phone } }), ...(held && { held }) }
    },
    templates: (number) => readTemplates(cloud, number),
    async quality(number) {
      const path = `/${number.phone_number_id}?fields=quality_rating`
      const response = await requestJson(cloud, number, { method: 'GET', path, within: 10_000 }, rated)
      return isRefusal(response) ? response : (ratings.get(response.quality_rating ?? '') ?? null)
    },
    async markRead(number, providerId) {
      const body = { messaging_product: 'whatsapp', status: 'read', message_id: providerId }
      const response = await requestJson(cloud, number, { method: 'POST', path: `/${number.phone_number_id}/messages`, body }, done)
      return isRefusal(response) ? response : null
    },
    async react(number, address, reaction) {
      const body = { messaging_product: 'whatsapp', recipient_type: 'individual', ...address, type: 'reaction', reaction }
      const response = await requestJson(cloud, number, { method: 'POST', path: `/${number.phone_number_id}/messages`, body }, sent)
      return isRefusal(response) ? response : null
    },
  }
}

/** Downloads media by its id in a webhook, at most `max` bytes; available for some days. */
export async function fetchMedia(cloud: Cloud, number: WhatsappNumber, mediaId: string, max: number): Promise<Uint8Array | Refusal> {
  const query = new URLSearchParams({ phone_number_id: number.phone_number_id ?? '' })
  const found = await requestJson(cloud, number, { method: 'GET', path: `/${encodeURIComponent(mediaId)}?${query}` }, mediaAddress)
  return isRefusal(found) ? found : download(cloud, number, found.url, max)
}
