/** Chats: simulated numbers, and rooms in all states with ordinary conversations. */

import { windowHours } from '#contract/chat/messages.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { demoQuestion } from '#contract/section-examples.ts'
import { searchText } from '#server/inbox/rooms/rooms.ts'
import type { DemoUser } from './base/people.ts'
import type { Random } from './base/random.ts'
import { type Clock, day, recordColumns } from './base/rows.ts'
import { firstNames, lastNames, notes, tagNames } from './base/vocabulary.ts'
import { type Exchange, exchanges, failures, fillExchange, memberExchanges, openings, purchase, renewal } from './chat-texts.ts'
import type { demoLead } from './leads.ts'
import type { DemoMember, NextOf } from './members.ts'

const hour = 3_600_000
/** Rooms of members since long, with their messages. */
const longRooms: ReadonlyMap<number, number> = new Map([
  [7, 400],
  [18, 286],
  [26, 168],
  [39, 342],
  [54, 214],
  [76, 130],
])

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
  members: NextOf<DemoMember>
  leads: NextOf<ReturnType<typeof demoLead>>
  /** Of customers who have paid. */
  proofs: readonly StoredFile[]
}

type ChatLine = { text: string; isOurs: boolean; isProof?: boolean }

/** Draws each once before one comes again. */
function deckOf<T>(random: Random, list: readonly T[]): () => T {
  let rest: T[] = []
  return () => {
    if (!rest.length) rest = [...list]
    const card = random.pick(rest)
    rest.splice(rest.indexOf(card), 1)
    return card
  }
}

/** What is said, from the first question on: a member of a long room bought and renewed in it. */
function exchangesOf(random: Random, count: number, isMember: boolean): Exchange[] {
  const [asks, says] = [deckOf(random, exchanges), deckOf(random, memberExchanges)]
  const said: Exchange[] = [random.pick(openings)]
  const isLong = isMember && count > 50
  if (isLong) said.push(asks(), asks(), asks(), ...purchase)
  while (said.length < count) {
    if (isLong && said.length % 48 === 0) said.push(...renewal)
    said.push(isMember ? says() : asks())
  }
  return said.map((exchange) => fillExchange(random, exchange))
}

/** Lines of a conversation, a customer's first; the last ones may stand unanswered. */
function linesOf(random: Random, length: number, isMember: boolean): ChatLine[] {
  const proof = purchase.at(-1)?.[0]
  return exchangesOf(random, Math.ceil(length / 2), isMember)
    .flatMap(([asked, answered]): ChatLine[] => [
      { text: asked, isOurs: false, isProof: asked === proof },
      { text: answered, isOurs: true },
    ])
    .slice(0, length)
}

/** Age of the last message: minutes for a third of the rooms, days for others. */
function ageOf(random: Random, at: number): number {
  if (at % 3 === 0) return random.upTo(6 * 60) * 60_000
  if (at % 3 === 1) return (6 + random.upTo(40)) * hour
  return (2 + random.upTo(40)) * day
}

/** Midnight in WIB before a time. */
const midnightOf = (time: number) => Math.floor((time + 7 * hour) / day) * day - 7 * hour

/** Times up to the last: some minutes apart, and now and then some days, in the hours in which people write. */
function timesOf(random: Random, last: number, length: number): number[] {
  const times = [last]
  while (times.length < length) {
    const before = times[0] ?? last
    // Answered on the same day; the next question may come days later.
    const isAsked = (length - times.length) % 2 === 0
    const isNextDay = (isAsked && random.chance(24)) || before - midnightOf(before) < 8 * hour
    const minutes = (1 + random.upTo(25)) * 60_000
    times.unshift(isNextDay ? midnightOf(before) - random.upTo(4) * day - 4 * hour - random.upTo(660) * 60_000 : before - minutes)
  }
  return times
}

interface Talk {
  id: number
  seller: DemoUser | null
  last: number
  length: number
  isMember: boolean
}

function messagesOf({ random, clock, proofs }: ChatParts, room: Talk) {
  const times = timesOf(random, room.last, room.length)
  return linesOf(random, room.length, room.isMember).map(({ text, isOurs, isProof }, n) => {
    const media = isProof ? (proofs[room.id % proofs.length] ?? null) : null
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
      kind: media ? 'image' : 'text',
      content: text,
      media,
      is_admin: isOurs,
      sender: isOurs ? (sender?.name ?? 'Lapangan') : null,
      sender_id: sender?.id ?? null,
      status: isOurs && n < room.length - 2 ? 'read' : isOurs ? random.pick(['sent', 'delivered', 'read']) : 'read',
      failure: null as string | null,
      provider_id: `demo.${room.id}.${n + 1}` as string | null,
      note_of: null as string | null,
      values: null as Record<string, string | null> | null,
    }
  })
}

/** The room of a member under whose number another account answers, and nobody has said who that is. */
const questionedRoom = 14
const accounts = { former: 'ID.13491208655302014001', now: 'ID.13491208655302014002' }

/** Puts the question before the customer's last message; returns its place. */
function askWhoAnswers(list: ReturnType<typeof messagesOf>, name: string, phone: string): number | null {
  const at = list.findLastIndex(({ is_admin }) => !is_admin)
  const line = list[at]
  if (!line) return null
  const note = { ...line, ref: demoQuestion, kind: 'note', is_admin: true, status: 'read', media: null, provider_id: null }
  const values = { phone, name, username: null, account: accounts.former, now: accounts.now }
  list.splice(at, 0, { ...note, content: 'Another WhatsApp account answers under this number', note_of: 'anotherAccount', values })
  for (const [n, message] of list.entries()) message.place = n + 1
  return at + 1
}

/** A room with messages. Every fifth is unassigned; every eighth needs support. */
function demoRoom(parts: ChatParts, id: number) {
  const { random, clock, sales, numbers, members, leads } = parts
  const given = `${random.pick(firstNames)} ${random.pick(lastNames)}`
  const seller = id % 5 === 0 ? null : (sales[random.chance(45) ? random.upTo(2) : random.upTo(sales.length)] ?? null)
  const member = seller && (id % 2 === 0 || longRooms.has(id)) ? members(seller.row.id) : undefined
  // Some are known to nobody.
  const lead = member || id % 10 === 9 ? undefined : leads(seller?.row.id ?? null)
  const name = member?.name ?? lead?.name ?? given
  const length = longRooms.get(id) ?? 4 + random.upTo(37)
  const list = messagesOf(parts, { id, seller, last: clock.hour - ageOf(random, id), length, isMember: member !== undefined })
  const last = list.at(-1)
  const unread = last?.is_admin ? 0 : id % 4 === 0 ? 0 : 1 + random.upTo(2)
  const theirs = list.filter(({ is_admin }) => !is_admin)
  for (const message of theirs.slice(theirs.length - Math.min(unread, theirs.length))) message.status = 'delivered'
  const answer = list.findLast(({ is_admin }) => is_admin)
  if (answer && id === 12) Object.assign(answer, { status: 'failed', failure: random.pick(failures) })
  const number = numbers[id % 9 === 0 ? 2 : id % 4 === 0 ? 1 : 0]
  const lastInbound = Date.parse(theirs.at(-1)?.created_at ?? '')
  const phone = `6281${random.upTo(9)}${10_000_000 + ((id * 104_729) % 89_999_999)}`
  const customerPhone = member?.phone ?? lead?.phone ?? phone
  const cutPlace = id === questionedRoom ? askWhoAnswers(list, name, customerPhone) : null
  const values = {
    whatsapp_number: number?.id ?? 1,
    whatsapp_number_name: number?.name ?? null,
    customer_name: name,
    customer_phone: customerPhone,
    customer_id: cutPlace === null ? (member?.id ?? null) : null,
    held_customer_id: cutPlace === null ? null : (member?.id ?? null),
    cut_place: cutPlace,
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
    next_place: list.length + 1,
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

/** Rooms are found by the phones of their customers, and one by its accounts, too. */
export function demoIdentities(list: ReturnType<typeof demoChats>['rooms']) {
  const made = list.flatMap(({ id, whatsapp_number, customer_phone, created_at, last_message_at, cut_place }) => {
    const phone = {
      ...{ room: id, number: whatsapp_number, kind: 'phone', value: customer_phone, parent: null, current: true },
      ...{ since: created_at, until: null as string | null, seen_at: created_at, proof: 'message', is_succeeded: true },
    }
    if (cut_place === null) return [phone]
    const former = { ...phone, kind: 'bsuid', value: accounts.former, current: false, until: last_message_at, is_succeeded: false }
    return [phone, former, { ...phone, kind: 'bsuid', value: accounts.now, since: last_message_at ?? created_at }]
  })
  return made.map((identity, at) => ({ id: at + 1, ...identity }))
}

/** Every second account executive is on shift. */
export function demoShifts(sales: readonly DemoUser[]) {
  return sales.map(({ row }, at) => ({ user_id: row.id, is_active: at % 2 === 0, changed_at: row.updated_at }))
}
