/** Media that a customer sent: fetched, inspected, and stored as private files. What it says of itself proves nothing. */

import type { StoredFile } from '#contract/kit/field/field.ts'
import { type MessageKind, mediaTypes } from '#contract/parts/message-fields.ts'
import { createConcurrencyLimit } from '#server/platform/core/concurrency-limit.ts'
import type { Platform } from '#server/platform/core/context.ts'
import type { InboundMessage } from '../inbound/inbound.ts'
import type { WhatsappNumber } from '../rooms/templates.ts'
import { fetchMedia } from './cloud.ts'
import { isRefusal } from './graph.ts'
import type { TakenMessage } from './webhook-items.ts'

const maxBytes = Math.max(...Object.values(mediaTypes).map(({ maxBytes: bytes }) => bytes))
/**
 * From the first time it was asked for here: the message itself may be hours old, where this server was away. The provider calls
 * again meanwhile; afterwards the message is shown without its media, rather than not at all.
 */
const waitedFor = 15 * 60_000
const maxRemembered = 5_000
/** Milliseconds after which a message that was fetched is stored, and found there. */
const storedWithin = 30_000
/** Files in memory at the same time; each may have 100 MB. */
const maxConcurrent = 2

const mediaKinds = ['image', 'video', 'audio'] as const

/** What is shown as a picture, film or sound is one; everything else is a document, which is only ever downloaded. */
export function shownAs(type: string): Exclude<MessageKind, 'text'> {
  return mediaKinds.find((kind) => mediaTypes[kind].types.some((known) => known === type)) ?? 'document'
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'application/pdf': 'pdf',
}

/** A file as a message holds it. */
export async function storeMedia(
  { privateFiles }: Platform,
  content: Uint8Array,
  name: string,
): Promise<{ kind: MessageKind; media: StoredFile }> {
  const upload = await privateFiles.inspect(content, name)
  const extension = extensions[upload.type]
  const named = /\.\w{1,8}$/.test(upload.name) || !extension ? upload.name : `${upload.name}.${extension}`
  return { kind: shownAs(upload.type), media: await privateFiles.store({ ...upload, name: named }) }
}

function without(message: TakenMessage, number: number, reason: string): InboundMessage {
  const { kind, content } = message
  const note = `[${kind}: ${reason}]`
  return { ...message, number, kind: 'text', content: content ? `${note}\n${content}` : note, media: null }
}

export interface MediaIntake {
  /** The message with its media stored; 'later' when the provider should call again for it. */
  take(number: WhatsappNumber, message: TakenMessage): Promise<InboundMessage | 'later'>
}

/** One for a process, so that its memory has a bound however many webhooks come at once. */
export function createMediaIntake(platform: Platform): MediaIntake {
  /** When a message was first seen here whose media could not be had, by its provider's id. */
  const firstSeen = new Map<string, number>()
  const underWay = new Map<string, Promise<InboundMessage | 'later'>>()
  const limited = createConcurrencyLimit(maxConcurrent)

  function isPatient(id: string): boolean {
    const since = firstSeen.get(id) ?? Date.now()
    firstSeen.set(id, since)
    for (const oldest of firstSeen.keys()) if (firstSeen.size > maxRemembered) firstSeen.delete(oldest)
    return Date.now() - since < waitedFor
  }

  async function fetched(number: WhatsappNumber, message: TakenMessage, media: { id: string; name: string }) {
    const content = await fetchMedia(platform, number, media.id, maxBytes)
    if (isRefusal(content)) {
      platform.log.warn({ number: number.id, next: content.next }, 'media of a message was not fetched')
      if ((content.next === 'retry' || content.number) && isPatient(message.provider_id)) return 'later'
      return without(message, number.id, content.reason)
    }
    if (!content.byteLength) return without(message, number.id, 'the file is empty')
    return { ...message, number: number.id, ...(await storeMedia(platform, content, media.name)) }
  }

  return {
    async take(number, message) {
      const { media, provider_id: id } = message
      if (!media) return { ...message, number: number.id, media: null }
      // Called again meanwhile, it is fetched once.
      const known = underWay.get(id)
      if (known) return known
      const taking = limited(() => fetched(number, message, media))
      underWay.set(id, taking)
      const forget = () => void underWay.delete(id)
      const taken = await taking.catch((error: unknown) => {
        forget()
        throw error
      })
      if (taken === 'later') forget()
      else {
        firstSeen.delete(id)
        // A call that asked what is stored just before this was may still be on its way here.
        setTimeout(forget, storedWithin).unref()
      }
      return taken
    },
  }
}
