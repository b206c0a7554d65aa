/** URLs of pictures, voice and documents of messages. */
import { type Message, messageMedia } from '#contract/chat/messages.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { request } from '../api/request.ts'
import { sessionStore } from '../api/session.ts'
import { ownerDatabase } from '../cache/db.ts'
import { outboxStore } from '../query/outbox-store.ts'

/** Maximum number of URLs; the least recently used is revoked. */
const max = 200

const addresses = new Map<string, Promise<string | null>>()
/** By object URL: the page's policy lets nobody fetch one. */
const contents = new Map<string, Blob>()

function revoke(address: Promise<string | null>): void {
  void address.then((url) => {
    if (url === null) return
    URL.revokeObjectURL(url)
    contents.delete(url)
  })
}

/** The content behind an object URL of `mediaUrl`, to be saved as a file. */
export const mediaContent = (url: string): Blob | undefined => contents.get(url)

/** Other users must not see them. */
sessionStore.subscribe(() => {
  if (sessionStore.get().session) return
  for (const address of addresses.values()) revoke(address)
  addresses.clear()
})

async function waiting(ref: string): Promise<Blob | null> {
  const { rows, settled } = outboxStore.get()
  const key = [...rows, ...settled].find((row) => row.touches[0] === ref)?.files[0]?.key
  const db = ownerDatabase()
  const stored = key === undefined ? undefined : await db?.withConnection(() => db.files.get(key))
  return stored?.blob ?? null
}

/** Fields of a message that identify its media. */
export type Carrier = Pick<Message, 'id' | 'ref' | 'room' | 'media_url'>

/** Call that reads a message's media, and its path parameters. */
export interface MediaCall {
  call: Call<unknown>
  params: (message: Carrier) => Readonly<Record<string, string>>
}

const ofChats: MediaCall = { call: messageMedia, params: ({ room, ref }) => ({ id: room, chat_id: ref }) }

/** The whole; a small picture; a sound as every browser plays it. */
export type MediaForm = 'whole' | 'small' | 'playable'

const queries = { whole: {}, small: { small: 'yes' }, playable: { sound: 'aac' } } as const satisfies Record<MediaForm, object>

async function read(message: Carrier, form: MediaForm, { call, params }: MediaCall): Promise<string | null> {
  const here = message.id === 0 ? await waiting(message.ref) : null
  // A file leaves the device when it was sent, which is before the room has the message.
  const content = here ?? (await request<Blob>(call, { params: params(message), query: queries[form] }))
  const url = URL.createObjectURL(content)
  contents.set(url, content)
  return url
}

/** Object URL of the content, valid while the message is shown; null where it is unavailable. */
export function mediaUrl(message: Carrier, form: MediaForm = 'whole', from = ofChats): Promise<string | null> {
  const isWaiting = message.id === 0
  if (!isWaiting && message.media_url === null) return Promise.resolve(null)
  const key = `${message.ref} ${isWaiting ? 'here' : form}`
  const known = addresses.get(key)
  addresses.delete(key)
  const address = known ?? read(message, form, from).catch(() => null)
  addresses.set(key, address)
  // A failure is retried at the next request.
  if (!known) void address.then((url) => url === null && addresses.get(key) === address && addresses.delete(key))
  const [oldest] = addresses
  if (addresses.size > max && oldest) {
    addresses.delete(oldest[0])
    revoke(oldest[1])
  }
  return address
}
