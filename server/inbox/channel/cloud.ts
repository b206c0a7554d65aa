/** The WhatsApp Cloud API as a channel. */
import * as v from 'valibot'
import type { MessageKind } from '#contract/parts/message-fields.ts'
import { isVoiceNote, toVoiceNote } from '#server/video/convert-sound.ts'
import type { Template, WhatsappNumber } from '../rooms/templates.ts'
import type { ChannelAdapter, OutgoingMedia, OutgoingMessage, Refusal } from './channel.ts'
import { type Cloud, download, isRefusal, requestJson } from './graph.ts'

const sent = v.object({ messages: v.pipe(v.array(v.object({ id: v.string() })), v.minLength(1)) })
const uploaded = v.object({ id: v.string() })
const done = v.object({ success: v.literal(true) })
const mediaAddress = v.object({ url: v.string() })
const templatePage = v.object({
  data: v.array(
    v.object({
      name: v.string(),
      language: v.string(),
      status: v.fallback(v.string(), ''),
      components: v.fallback(v.array(v.object({ type: v.string(), text: v.fallback(v.string(), '') })), []),
    }),
  ),
  paging: v.fallback(v.object({ cursors: v.object({ after: v.string() }), next: v.string() }), {
    cursors: { after: '' },
    next: '',
  }),
})

/** Default language of templates if they cannot be read. */
const usualLanguage = 'id'
const maxPages = 5
/** Milliseconds in all. */
const readWithin = 15_000
/** Milliseconds for a file of 100 MB. */
const uploadWithin = 90_000

/** Returns the distinct placeholders of a template's text, in order. */
function placesOf(body: string): string[] {
  return [...new Set([...body.matchAll(/\{\{\s*([\w.]+)\s*\}\}/g)].map((match) => match[1] ?? ''))]
}

async function readTemplates(cloud: Cloud, number: WhatsappNumber, name?: string): Promise<Template[] | Refusal> {
  if (!number.business_account_id) return []
  const found: Template[] = []
  let after = ''
  const until = Date.now() + readWithin
  for (let page = 0; page < maxPages; page++) {
    const query = new URLSearchParams({
      fields: 'name,language,status,components',
      limit: '100',
      ...(name && { name }),
      ...(after && { after }),
    })
    const path = `/${encodeURIComponent(number.business_account_id)}/message_templates?${query}`
    const response = await requestJson(cloud, number, { method: 'GET', path, within: Math.max(1, until - Date.now()) }, templatePage)
    if (isRefusal(response)) return response
    for (const { status, language, components, ...rest } of response.data) {
      const body = components.find(({ type }) => type === 'BODY')?.text ?? ''
      if (status === 'APPROVED') found.push({ name: rest.name, language, body, places: placesOf(body).length })
    }
    if (!response.paging.next) break
    after = response.paging.cursors.after
  }
  return found
}

async function templatePart(cloud: Cloud, number: WhatsappNumber, { name, language, values }: NonNullable<OutgoingMessage['template']>) {
  const known = await readTemplates(cloud, number, name)
  if (isRefusal(known)) return known
  const template = known.find((one) => one.name === name && (language === null || one.language === language))
  const places = placesOf(template?.body ?? '')
  const parameters = values.map((text, at) => {
    const place = places[at] ?? ''
    return { type: 'text', ...(/\D/.test(place) && { parameter_name: place }), text }
  })
  const components = parameters.length ? { components: [{ type: 'body', parameters }] } : {}
  return { type: 'template', template: { name, language: { code: template?.language ?? language ?? usualLanguage }, ...components } }
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
  if (template) return templatePart(cloud, number, template)
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
        to: message.to,
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
      return { provider_id: response.messages[0]?.id ?? '' }
    },
    templates: (number) => readTemplates(cloud, number),
    async markRead(number, providerId) {
      const body = { messaging_product: 'whatsapp', status: 'read', message_id: providerId }
      const response = await requestJson(cloud, number, { method: 'POST', path: `/${number.phone_number_id}/messages`, body }, done)
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
