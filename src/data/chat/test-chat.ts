/** Rooms, messages and events of unit tests, in the server's form. */
import type { ChatEvent } from '#contract/chat/events.ts'
import type { Message } from '#contract/chat/messages.ts'
import type { Room } from './fold.ts'
import type { RoomRow } from './memory.ts'

/** Same number, same ref. */
export const refOf = (kind: 'room' | 'message', n: number): string =>
  `01990000-0000-7000-8${kind === 'room' ? '000' : '001'}-${String(n).padStart(12, '0')}`

const at = (n: number) => new Date(Date.parse('2026-11-20T00:00:00Z') + n * 60_000).toISOString()

export function testRoom(n: number, values: Partial<RoomRow> = {}): RoomRow {
  return {
    id: n,
    ref: refOf('room', n),
    version: 1,
    created_at: at(0),
    created_by: null,
    updated_at: at(n),
    updated_by: null,
    customer_name: `Customer ${n}`,
    customer_phone: `62812${String(n).padStart(7, '0')}`,
    username: null,
    username_until: null,
    cut_place: null,
    customer_id: null,
    contact_name: null,
    unread: 0,
    mark_as_unread: false,
    notes: null,
    status: 'open',
    tag: [],
    is_need_support: false,
    assignee_sales: null,
    assignee_sales_name: null,
    last_message: 'Halo',
    last_message_kind: 'text',
    last_message_status: 'delivered',
    last_message_is_admin: false,
    last_message_at: at(n),
    window_until: '2099-01-01T00:00:00Z',
    is_idle: false,
    snoozed_until: null,
    promotions_stopped: null,
    promotions_stopped_at: null,
    whatsapp_number: 1,
    whatsapp_number_name: 'Sales',
    ...values,
  }
}

export const shownRoom = (n: number, values: Partial<RoomRow> = {}): Room => ({ ...testRoom(n, values), waiting: false })

/** Message `place` of a room, from the customer. */
export function testMessage(room: number, place: number, values: Partial<Message> = {}): Message {
  return {
    id: room * 100_000 + place,
    ref: refOf('message', room * 100_000 + place),
    version: 1,
    room: refOf('room', room),
    place,
    kind: 'text',
    content: `Message ${place}`,
    media_url: null,
    media_name: null,
    media_type: null,
    media_size: null,
    is_admin: false,
    sender: null,
    status: 'delivered',
    failure: null,
    reply_to: null,
    template: null,
    created_at: at(place),
    ...values,
  }
}

export const testMessages = (room: number, from: number, to: number): Message[] =>
  Array.from({ length: to - from + 1 }, (_, i) => testMessage(room, from + i))

/** A customer's message event, with its room as it is then. */
export function testEvent(cursor: number, room: RoomRow, message: Message | null): ChatEvent {
  return {
    listener: message && !message.is_admin ? 'incoming_message' : 'tracking_message',
    cursor: String(cursor),
    data: room,
    detail_chat: message,
  }
}

export const places = (messages: readonly { place: number }[]): number[] => messages.map(({ place }) => place)
