/** What people see of a message, and the lines of what WhatsApp could not pass on (docs/product/whatsapp.md#what-whatsapp-cannot-pass-on). */
import { toRecord } from '#contract/kit/field/guards.ts'
import { isSeen, withoutHiddenSigns } from '#contract/pages/public-name.ts'
import type { MessageKind } from '#contract/parts/message-fields.ts'
import type { CallPermission, MessageChip, MessageDetails } from '#server/db/tables/chat.ts'
import type { Note } from '../inbound/inbound.ts'
import { readList, readText } from './values.ts'

export interface Seen {
  kind: MessageKind
  content: string | null
  /** At the provider. */
  file?: { id: string; name: string }
  details?: MessageDetails
  chips?: readonly MessageChip[]
  note?: Note
  /** Not where the kind says otherwise. */
  isUnread?: boolean
  opensWindow?: boolean
  /** Of a pressed button. */
  payload?: string
  /** A phone that the person shared as their own. */
  shared?: string
  callPermission?: CallPermission
  /** Nothing here knows the kind yet: the item is kept, and a later reading of it replaces the line. */
  isStandIn?: true
  /** The item says more than people see. */
  keepsRaw?: true
}

type Json = Readonly<Record<string, unknown>>

/** An entry of the table of kinds: how one is read, and what it does to its room. Null: its part is missing or wrong. */
export interface Kind {
  read(part: unknown, item: Json): Seen | null
  isUnread: boolean
  opensWindow: boolean
}

/** Null where nothing of it can be seen. */
export const line = (content: string, more: Omit<Seen, 'kind' | 'content'> = {}): Seen | null =>
  isSeen(withoutHiddenSigns(content)) ? { kind: 'text', content, ...more } : null

/** A note in English; `values` are for the words of other languages. */
export const note = (
  content: string,
  of: Note['of'],
  values: Note['values'],
  more: Omit<Seen, 'kind' | 'content' | 'note'> = {},
): Seen => ({
  kind: 'text',
  content,
  note: { of, values },
  ...more,
})

const cannot = (what: string) => `The customer sent ${what}, which WhatsApp cannot pass on: see the phone, or ask for it.`

/** Words by what could not be passed on; the console has the same in each language. */
const words: Readonly<Record<string, string>> = {
  edit: 'The customer changed an earlier message; WhatsApp keeps the new text to itself. Ask before money moves.',
  poll: cannot('a poll'),
  poll_creation: cannot('a poll'),
  poll_update: cannot('a vote in a poll'),
  gif: cannot('a moving picture'),
  image: cannot('a picture'),
  video: cannot('a video'),
  audio: cannot('a sound'),
  document: cannot('a document'),
  sticker: cannot('a sticker'),
  link_preview: cannot('a link'),
  list: cannot('a list'),
  media_placeholder: cannot('a file'),
  product: cannot('a product'),
  order: cannot('an order'),
  button: cannot('an answer by button'),
  interactive: cannot('an answer to a question'),
  hsm: cannot('a template'),
  location: cannot('a live location'),
  group_invite: cannot('an invitation to a group'),
  first: 'First message not passed on, probably from an ad: see the WhatsApp Business app, or ask what it was.',
  value: 'WhatsApp could not pass on a message: ask the customer what it was.',
  unknown: 'The customer sent something that WhatsApp cannot pass on: see the phone, or ask for it.',
}

/** Names of files in lines. */
const files: Readonly<Record<string, string>> = {
  image: 'picture',
  video: 'video',
  audio: 'sound',
  document: 'document',
  sticker: 'sticker',
}

export const unreadableKinds: readonly string[] = Object.keys(words)

const firstLost = 131_060
const fileLost = 131_052

/** Code of an item's first error; null without one. */
export function errorCode(item: Json): number | null {
  const [error] = readList(item.errors, 1)
  const code = Number(readText(toRecord(error).code, 10))
  return Number.isInteger(code) && code > 0 ? code : null
}

const unreadable = (what: string, code: number | null, content: string): Seen => ({
  kind: 'text',
  content,
  details: { type: 'unreadable', what, code },
})

/** The line of what WhatsApp says it cannot pass on. */
export function unsupported(what: string, code: number | null): Seen {
  if (code === firstLost) return unreadable('first', code, words.first ?? '')
  const known = Object.hasOwn(words, what) ? what : 'unknown'
  return unreadable(known, code, words[known] ?? '')
}

/** The line of a file that WhatsApp could not fetch from the customer's phone. */
export function lostFile(type: string, code: number | null): Seen {
  const text = `[${files[type] ?? 'file'}] WhatsApp could not fetch it. Ask for it once more, or by mail.`
  return unreadable(type, code ?? fileLost, `${text} (${code ?? fileLost})`)
}

/** The line of a kind that is new here, or whose part is missing or wrong. */
export const unknownKind = (type: string, code: number | null): Seen => ({
  ...unreadable('unknown', code, `[${type || 'message'}] ${words.unknown}`),
  isStandIn: true,
})

export const lostMessage = (code: number | null): Seen => unreadable('value', code, words.value ?? '')
