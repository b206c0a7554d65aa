import { choice, dateTime, type Fields, flag, number, object, rows, tags, text, textarea } from '../kit/field/field.ts'

/** A note is a line of the system: never unread, never the last message, and nobody answers it. */
export const messageKinds = ['text', 'image', 'video', 'audio', 'document', 'note'] as const

export const messageStatuses = ['queued', 'sent', 'delivered', 'read', 'failed'] as const

export type MessageKind = (typeof messageKinds)[number]

/** Kinds of messages that are a file. */
export type MediaKind = Exclude<MessageKind, 'text' | 'note'>

/** Maximum stored characters of a customer's message, about as many as phones allow. */
export const maxInboundLength = 65_536

/** Accepted media types, detected from the content, with their maximum bytes. */
export const mediaTypes = {
  image: { types: ['image/jpeg', 'image/png', 'image/webp'], maxBytes: 5_000_000 },
  video: { types: ['video/mp4', 'video/3gpp'], maxBytes: 16_000_000 },
  audio: { types: ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/amr', 'audio/ogg'], maxBytes: 16_000_000 },
  document: {
    types: [
      'application/pdf',
      'text/plain',
      'text/csv',
      'application/msword',
      'application/vnd.ms-excel',
      'application/vnd.ms-powerpoint',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
    maxBytes: 100_000_000,
  },
} as const satisfies Record<MediaKind, { types: readonly string[]; maxBytes: number }>

export const messageFields = {
  id: number({ required: true, integer: true }),
  ref: text({ required: true }),
  version: number({ required: true, integer: true }),
  /** Ref of the room. */
  room: text({ required: true }),
  /** Position in the room in order of arrival, dense from 1; on the screen messages stand by `created_at`, then by it. */
  place: number({ required: true, integer: true }),
  kind: choice(messageKinds, { required: true }),
  content: textarea({ max: maxInboundLength, verbatim: true }),
  media_url: text(),
  media_name: text(),
  media_type: text(),
  /** In bytes. */
  media_size: number(),
  is_admin: flag({ required: true }),
  /** Author of our messages. */
  sender: text(),
  status: choice(messageStatuses, { required: true }),
  /** Error of the provider, verbatim. */
  failure: text({ max: 500, verbatim: true }),
  /** The quoted message with its excerpt. */
  reply_to: object({ ref: text({ required: true }), content: text({ verbatim: true }), kind: choice(messageKinds), is_admin: flag() }),
  template: text(),
  created_at: dateTime({ required: true }),
}

/** Names of the words of notes. */
export const noteNames = [
  'numberChanged',
  'numberKnown',
  'numberShared',
  'numberLost',
  'anotherAccount',
  'securityCode',
  'openedChat',
  'callPermission',
  'callNow',
  'callAnswered',
  'callOther',
  'optOut',
  'optIn',
  'optInByUs',
  'reactedElsewhere',
  'deletedElsewhere',
  'pinned',
  'joined',
  'joinOffered',
  'parted',
] as const

export type NoteName = (typeof noteNames)[number]
export type NoteValues = Readonly<Record<string, string | number | boolean | null>>

/** Parts of a message beside its words (docs/product/chat.md#messages-of-every-kind): each is drawn by one entry of a table. */
export const detailTypes = ['contacts', 'order', 'form', 'location', 'call', 'unreadable', 'product'] as const

/** Of a message of ours that WhatsApp took and holds back: it tests the template first, or has paused it. */
export const heldChips = ['heldForCheck', 'heldByPause'] as const

export type HeldChip = (typeof heldChips)[number]

export const chipNames = [
  'forwarded',
  'forwardedOften',
  'ad',
  'template',
  'question',
  'fromPhone',
  'phoneHistory',
  'product',
  'adLead',
  'quoteElsewhere',
  'played',
  'contactRequest',
  ...heldChips,
] as const

export type ChipName = (typeof chipNames)[number]

/** Someone whom the customer sent as a contact. */
export interface ContactCard {
  name: string
  /** As the customer's phone wrote them. */
  phones: readonly string[]
  emails: readonly string[]
  firm: string
}

/** A thing of an order; quantity and `price`, the price of one, are decimal texts. */
export interface OrderItem {
  product: string
  quantity: string
  price: string
  /** ISO 4217. */
  currency: string
}

export type MessageDetails =
  | { type: 'contacts'; cards: readonly ContactCard[] }
  | { type: 'order'; items: readonly OrderItem[]; totals: readonly { currency: string; amount: string }[] }
  | { type: 'form'; lines: readonly { label: string; value: string }[] }
  | { type: 'location'; latitude: string; longitude: string; name: string; address: string }
  | { type: 'call'; state: 'missed' }
  /** `what`: what it is of, a key of words; `code`: the provider's error. */
  | { type: 'unreadable'; what: string; code: number | null }
  | { type: 'product'; product: string }

export type DetailType = (typeof detailTypes)[number]

export interface MessageChip {
  chip: ChipName
  text?: string | null
  url?: string | null
}

export interface Reaction {
  emoji: string
  /** At most one of each. */
  by: 'customer' | 'us'
  name: string | null
  at: string
  /** Of ours: why WhatsApp did not take it, in its words. */
  failure?: string
}

/** A former text of an edited message, until `at`. */
export interface Edit {
  content: string | null
  at: string
}

/** Absent where a message has none: most have none of them. */
export interface MessageParts {
  /** What a note says, a key of words with values; `content` has the same in English. */
  note_of?: string
  values?: NoteValues
  details?: MessageDetails
  chips?: readonly MessageChip[]
  /** Oldest first, at most 20. */
  edits?: readonly Edit[]
  deleted_at?: string
  reactions?: readonly Reaction[]
}

/** `MessageParts` as fields, for the document of the API. */
export const messagePartFields = {
  note_of: text(),
  values: object({}),
  details: object({
    type: choice(detailTypes, { required: true }),
    cards: rows({ name: text({ verbatim: true }), phones: tags(), emails: tags(), firm: text({ verbatim: true }) }),
    items: rows({ product: text({ verbatim: true }), quantity: text(), price: text(), currency: text() }),
    totals: rows({ currency: text(), amount: text() }),
    lines: rows({ label: text({ verbatim: true }), value: textarea({ verbatim: true }) }),
    latitude: text(),
    longitude: text(),
    name: text({ verbatim: true }),
    address: text({ verbatim: true }),
    state: choice(['missed']),
    what: text(),
    code: number(),
    product: text({ verbatim: true }),
  }),
  chips: rows({ chip: choice(chipNames, { required: true }), text: text({ verbatim: true }), url: text() }),
  edits: rows({ content: textarea({ verbatim: true }), at: dateTime() }, { max: 20 }),
  deleted_at: dateTime(),
  reactions: rows(
    { emoji: text(), by: choice(['customer', 'us']), name: text({ verbatim: true }), at: dateTime(), failure: text({ verbatim: true }) },
    { max: 2 },
  ),
} satisfies Fields & Record<keyof MessageParts, unknown>
