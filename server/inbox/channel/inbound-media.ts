/** Media of customers: fetched, inspected, and stored as private files. Declared types are not trusted. */

import type { StoredFile } from '#contract/kit/field/field.ts'
import { type MessageKind, mediaTypes } from '#contract/parts/message-fields.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { maxPixels } from '#server/platform/files/clean-picture.ts'
import { namedByType } from '#server/platform/files/file-type.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'
import type { InboundMessage } from '../inbound/inbound.ts'
import type { WhatsappNumber } from '../rooms/templates.ts'
import type { TakenMessage } from '../whatsapp/context.ts'
import { fetchMedia } from './cloud.ts'
import { isRefusal } from './graph.ts'

const maxBytes = Math.max(...Object.values(mediaTypes).map(({ maxBytes: bytes }) => bytes))
/**
 * Milliseconds from the first attempt, because the message may be hours old after downtime. Meanwhile the provider retries; afterwards the
 * message is shown without its media.
 */
const waitedFor = 15 * 60_000
const maxRemembered = 5_000
/** Milliseconds until a fetched message is stored and found. */
const storedWithin = 30_000
/** Concurrent files in memory; each may have 100 MB. */
const maxConcurrent = 2

const mediaKinds = ['image', 'video', 'audio'] as const

/** What browsers show beside the types that may be sent. */
const alsoShown = { image: ['image/avif', 'image/gif'], video: ['video/quicktime', 'video/webm'], audio: ['audio/wav', 'audio/webm'] }

/** Pictures, videos and audio are shown as such; other files are documents, for download only. */
export function shownAs(type: string): Exclude<MessageKind, 'text'> {
  return mediaKinds.find((kind) => [...mediaTypes[kind].types, ...alsoShown[kind]].some((known) => known === type)) ?? 'document'
}

/** Stores a message's file. A picture that is not decoded, also because it is too large, is a document with its ending. */
export async function storeMedia(
  { privateFiles }: Platform,
  content: Uint8Array,
  name: string,
): Promise<{ kind: MessageKind; media: StoredFile }> {
  const upload = await privateFiles.inspect(content, name)
  const isUndecoded = upload.width === undefined || upload.width * (upload.height ?? 0) > maxPixels
  const media = await privateFiles.store({ ...upload, name: namedByType(upload.name, upload.type) })
  return { kind: isUndecoded && upload.type.startsWith('image/') ? 'document' : shownAs(upload.type), media }
}

function without({ file: _, ...message }: TakenMessage, reason: string): InboundMessage {
  const { kind, content } = message
  const note = `[${kind}: ${reason}]`
  return { ...message, kind: 'text', content: content ? `${note}\n${content}` : note, media: null }
}

export interface MediaIntake {
  /** Stores the message's media; 'later' if the provider should retry. */
  take(number: WhatsappNumber, message: TakenMessage): Promise<InboundMessage | 'later'>
}

/** One per process, to limit memory for any number of webhooks. */
export function createMediaIntake(platform: Platform): MediaIntake {
  /** Time of first attempts without media, by provider's id. */
  const firstSeen = new Map<string, number>()
  const underWay = new Map<string, Promise<InboundMessage | 'later'>>()
  const limited = createConcurrencyLimit(maxConcurrent)

  function isPatient(id: string): boolean {
    const since = firstSeen.get(id) ?? Date.now()
    firstSeen.set(id, since)
    for (const oldest of firstSeen.keys()) if (firstSeen.size > maxRemembered) firstSeen.delete(oldest)
    return Date.now() - since < waitedFor
  }

  async function fetched(number: WhatsappNumber, message: TakenMessage, file: { id: string; name: string }) {
    const content = await fetchMedia(platform, number, file.id, maxBytes)
    if (isRefusal(content)) {
      platform.log.warn({ number: number.id, next: content.next }, 'media of a message was not fetched')
      if ((content.next === 'retry' || content.number) && isPatient(message.provider_id)) return 'later'
      return without(message, content.reason)
    }
    if (!content.byteLength) return without(message, 'the file is empty')
    const { file: _, ...rest } = message
    return { ...rest, ...(await storeMedia(platform, content, file.name)) }
  }

  return {
    async take(number, message) {
      const { file, provider_id: id } = message
      if (!file) return message
      // Fetched once, even if called meanwhile.
      const known = underWay.get(id)
      if (known) return known
      const taking = limited(() => fetched(number, message, file))
      underWay.set(id, taking)
      const forget = () => void underWay.delete(id)
      const taken = await taking.catch((error: unknown) => {
        forget()
        throw error
      })
      if (taken === 'later') forget()
      else {
        firstSeen.delete(id)
        // A call that checked just before storing may still arrive.
        setTimeout(forget, storedWithin).unref()
      }
      return taken
    },
  }
}
