/** Chats: simulated numbers, and rooms in all states with ordinary conversations. */
import { windowHours } from '#contract/chat/messages.ts'
import { searchText } from '#server/inbox/rooms/rooms.ts'
import type { DemoUser } from './base/people.ts'
import type { Random } from './base/random.ts'
import { type Clock, day, recordColumns } from './base/rows.ts'
import { firstNames, lastNames, notes, tagNames } from './base/vocabulary.ts'
import { exchanges, failures, openings } from './chat-texts.ts'
import type { NextCustomer } from './members.ts'

const hour = 3_600_000
/** Room with a long conversation. */
const longRoom = 7
const maxMessages = 400

export function demoNumbers(random: Random, clock: Clock, support: readonly number[], authors: readonly string[]) {
  const numbers = [
    { name: 'Sales Utama', phone: '628111000001', type: 'sales', users: [] as number[] },
    { name: 'Sales Retensi', phone: '628111000002', type: 'sales', users: [] as number[] },
    { name: 'Support', phone: '628111000003', type: 'support', users: [...support] },
  ]
  return numbers.map((number, at) => ({
    id: at + 1,
    ...recordColumns(random, clock, 200, authors),
    ...number,
    is_active: true,
    channel: 'simulator',
    status: 'connected',
  }))
}

export interface ChatParts {
  random: Random
  clock: Clock
  sales: readonly DemoUser[]
  numbers: readonly { id: number; name: string; type: string }[]
  members: NextCustomer
}

type ChatLine = { text: string; isOurs: boolean }

/** Lines of a conversation, a customer's first; the last ones may stand unanswered. */
function linesOf(random: Random, length: number): ChatLine[] {
  const lines: ChatLine[] = []
  for (let position = 0; lines.length < length; position++) {
    const [asked, answered] = random.pick(position === 0 ? openings : exchanges)
    lines.push({ text: asked, isOurs: false }, { text: answered, isOurs: true })
  }
  return lines.slice(0, length)
}

/** Age of the last message: minutes for a third of the rooms, days for others. */
function ageOf(random: Random, at: number): number {
  if (at % 3 === 0) return random.upTo(6 * 60) * 60_000
  if (at % 3 === 1) return (6 + random.upTo(40)) * hour
  return (2 + random.upTo(40)) * day
}

function messagesOf({ random, clock }: ChatParts, room: { id: number; seller: DemoUser | null; last: number; length: number }) {
  const times = Array.from({ length: room.length }, () => 0)
  let at = room.last
  for (let n = room.length - 1; n >= 0; n--) {
    times[n] = at
    at -= random.chance(12) ? (8 + random.upTo(30)) * hour : (1 + random.upTo(25)) * 60_000
  }
  return linesOf(random, room.length).map(({ text, isOurs }, n) => {
    const made = clock.iso(times[n] ?? room.last)
    const sender = isOurs ? (room.seller?.row ?? null) : null
    return {
      ref: random.ref(times[n] ?? room.last),
      version: 1,
      created_at: made,
      created_by: sender?.name ?? null,
      updated_at: made,
      updated_by: sender?.name ?? null,
      room: room.id,
      place: n + 1,
      kind: 'text',
      content: text,
      is_admin: isOurs,
      sender: isOurs ? (sender?.name ?? 'Lapangan') : null,
      sender_id: sender?.id ?? null,
      status: isOurs && n < room.length - 2 ? 'read' : isOurs ? random.pick(['sent', 'delivered', 'read']) : 'read',
      failure: null as string | null,
      provider_id: `demo.${room.id}.${n + 1}`,
    }
  })
}

/** A room with messages. Every fifth is unassigned; every eighth needs support. */
function demoRoom(parts: ChatParts, id: number) {
  const { random, clock, sales, numbers, members } = parts
  const given = `${random.pick(firstNames)} ${random.pick(lastNames)}`
  const seller = id % 5 === 0 ? null : (sales[random.chance(45) ? random.upTo(2) : random.upTo(sales.length)] ?? null)
  const member = id % 2 === 0 ? members(seller?.row.id) : undefined
  const name = member?.name ?? given
  const length = id === longRoom ? maxMessages : 4 + random.upTo(37)
  const list = messagesOf(parts, { id, seller, last: clock.hour - ageOf(random, id), length })
  const last = list.at(-1)
  const unread = last?.is_admin ? 0 : id % 4 === 0 ? 0 : 1 + random.upTo(2)
  const theirs = list.filter(({ is_admin }) => !is_admin)
  for (const message of theirs.slice(theirs.length - Math.min(unread, theirs.length))) message.status = 'delivered'
  const answer = list.findLast(({ is_admin }) => is_admin)
  if (answer && id === 12) Object.assign(answer, { status: 'failed', failure: random.pick(failures) })
  const number = numbers[id % 9 === 0 ? 2 : id % 4 === 0 ? 1 : 0]
  const lastInbound = Date.parse(theirs.at(-1)?.created_at ?? '')
  const phone = `6281${random.upTo(9)}${10_000_000 + ((id * 104_729) % 89_999_999)}`
  const values = {
    whatsapp_number: number?.id ?? 1,
    whatsapp_number_name: number?.name ?? null,
    customer_name: name,
    customer_phone: member?.phone ?? phone,
    customer_id: member?.id ?? null,
    contact_name: random.chance(40) ? `${random.pick(['Pak', 'Bu', 'Kak'])} ${name.split(' ')[0]}` : null,
    unread,
    mark_as_unread: id % 23 === 0,
    notes: random.chance(30) ? random.pick(notes) : null,
    status: id % 6 === 1 ? 'pending' : id % 7 === 3 ? 'resolved' : 'open',
    tag: random.some(tagNames, random.upTo(3)),
    is_need_support: id % 8 === 0,
    assignee_sales: seller?.row.id ?? null,
    assignee_sales_name: seller?.row.name ?? null,
    last_message: last?.content ?? null,
    last_message_kind: last?.kind ?? null,
    last_message_status: last?.status ?? null,
    last_message_is_admin: last?.is_admin ?? false,
    last_message_at: last?.created_at ?? null,
    window_until: clock.iso(lastInbound + windowHours * hour),
    is_idle: id % 31 === 0,
    snoozed_until: id % 29 === 0 ? clock.iso(clock.today + 2 * day) : null,
    next_place: length + 1,
  }
  const made = list[0]?.created_at ?? clock.iso(clock.hour)
  const record = {
    ref: random.ref(Date.parse(made)),
    version: 1,
    created_at: made,
    created_by: null,
    updated_at: values.last_message_at,
    updated_by: null,
  }
  return { room: { id, ...record, ...values, search_text: searchText(values) }, list }
}

/** Creates `count` rooms with messages, numbered by room. */
export function demoChats(parts: ChatParts, count: number) {
  const made = Array.from({ length: count }, (_, at) => demoRoom(parts, at + 1))
  return {
    rooms: made.map(({ room }) => room),
    messages: made.flatMap(({ list }) => list).map((message, at) => ({ id: at + 1, ...message })),
  }
}

/** Every second account executive is on shift. */
export function demoShifts(sales: readonly DemoUser[]) {
  return sales.map(({ row }, at) => ({ user_id: row.id, is_active: at % 2 === 0, changed_at: row.updated_at }))
}
