/** A transaction of inbound items as it is gathered: what is known, what is new, and how it is written. */
import { and, sql } from 'drizzle-orm'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Db } from '#server/db/database.ts'
import { deliveries, rooms } from '#server/db/tables/chat.ts'
import { type Audience, audienceOf, type ChatChange, messagesArea, roomsArea, writeChatChanges } from '#server/people/chat-feed.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import type { AlertMessage } from '#server/push/alert.ts'
import type { Identity, IdentityBook, Proof } from '../identity/book.ts'
import { joinRooms, type Moved, olderFirst, wereParted } from '../identity/join-rooms.ts'
import { endPhone, linkPeople } from '../identity/people.ts'
import { findRoom } from '../identity/resolve.ts'
import type { World } from '../identity/room-ids.ts'
import { type Cut, closeCut, readCuts, splitRoom } from '../identity/split-room.ts'
import type { holdByError } from '../rooms/hold-broadcasts.ts'
import { deliveriesChannel, lastLine } from '../rooms/message-rows.ts'
import { roomsApi, searchText } from '../rooms/rooms.ts'
import { cleanName } from '../rooms/text.ts'
import type { InboundMark, InboundMessage, InboundRaw, InboundStatus, Note } from './inbound.ts'
import type { InboundRooms, RoomNow } from './inbound-rooms.ts'
import {
  insertMessages,
  insertRooms,
  linkMembers,
  type MessageNow,
  readLastMessages,
  setStatuses,
  updateMessages,
  updateRooms,
} from './inbound-sql.ts'
import { automaticAuthor, emptyMessage, isLast, isWhole, later, momentOf, showLast } from './message-now.ts'
import type { StatusNews } from './status-news.ts'

export class Batch implements World {
  readonly book: IdentityBook
  readonly alerts: AlertMessage[] = []
  unknown = 0
  /** Items that are about nothing here, as received. */
  readonly unused: InboundRaw[] = []
  readonly made: MessageNow[] = []
  readonly answers: MessageNow[] = []
  readonly marked = new Set<MessageNow>()
  readonly statuses = new Map<number, StatusNews>()
  readonly touched = new Set<RoomNow>()
  /** Rooms whose last message has to be found anew. */
  readonly stale = new Set<RoomNow>()
  readonly phoned = new Set<RoomNow>()
  /** Whose identity wrote a message; a new one has its id once it is written. */
  readonly authors = new Map<MessageNow, Identity>()
  readonly changes = new Map<string, ChatChange>()
  /** What holds broadcasts. */
  readonly holds: Parameters<typeof holdByError>[2][] = []
  /** Marks and states that nothing can show before their message is here (take-early.ts). */
  readonly early: (InboundMark | InboundStatus)[] = []
  /** Provider's ids of changes of people who are not here yet, with what they wait for. */
  readonly waiting = new Map<string, string>()

  constructor(
    readonly platform: Platform,
    readonly tx: Db,
    readonly found: InboundRooms,
    readonly known: Map<string, MessageNow>,
    readonly requeued: ReadonlySet<number>,
  ) {
    this.book = found.book
  }

  roomOf({ room }: { room: number }): RoomNow {
    const found = this.found.byId.get(room)
    // It is that of another transaction's row: this one has to look again.
    if (!found) throw new ApiError('unavailable', undefined, { retryAfter: 1 })
    return found
  }

  makeRoom(number: number, at: string): RoomNow | null {
    return this.found.makeRoom(number, momentOf(at))
  }

  /** Nobody and nothing here is what an item is about. */
  skip({ kept }: { kept?: () => InboundRaw }): void {
    this.unknown += 1
    if (kept) this.unused.push(kept())
  }

  touch(room: RoomNow): void {
    this.touched.add(room)
    if (room.customer_phone !== '') this.phoned.add(room)
    // A new one comes with its message.
    if (this.found.made.includes(room)) return
    this.addChange(roomsArea, room.ref, false, audienceOf(room))
  }

  addNote(room: RoomNow, { of, values }: Note, content: string, at: string, provider_id: string | null = null): MessageNow {
    return this.add(room, {
      ...emptyMessage,
      ...{ ref: uuidv7(), room: room.id, place: 0, kind: 'note', content, is_admin: true, status: 'read', provider_id },
      ...{ created_at: momentOf(at), note_of: of, values },
    })
  }

  /** `by`: who did it by hand. */
  async join(one: RoomNow, other: RoomNow, at: string, by: string | null = null): Promise<RoomNow> {
    await this.flush()
    const [stays, goes] = olderFirst(one, other)
    const [first, second] = [audienceOf(stays), audienceOf(goes)]
    const moved = await joinRooms(this.tx, this.book, stays, goes, by)
    this.follow(moved, stays)
    this.relinked.add(stays)
    const note = this.addNote(
      stays,
      { of: 'joined', values: { name: goes.contact_name ?? goes.customer_name, by } },
      'Two chats of this customer are one now',
      at,
    )
    for (const { sales } of second.sales === first.sales ? [first] : [first, second])
      if (sales !== 0 && first.sales !== 0 && second.sales !== 0 && first.sales !== second.sales) this.alert(stays, note, { sales })
    this.touch(stays)
    this.touched.add(goes)
    this.stale.add(stays)
    this.changes.set(goes.ref, { area: roomsArea, ref: goes.ref, before: second, after: null })
    return stays
  }

  mayJoin(one: RoomNow, other: RoomNow): Promise<boolean> {
    return wereParted(this.tx, one.id, other.id).then((isParted) => !isParted)
  }

  async split(old: RoomNow, account: string, at: string): Promise<void> {
    await this.flush()
    const cuts = await readCuts(this.tx, old.id)
    const question = cuts.findLast((one) => one.account === account)
    if (question) await this.splitAt(old, cuts, question, at, null)
  }

  /** Parts a room at a question. `by`: who said so. */
  async splitAt(old: RoomNow, cuts: readonly Cut[], question: Cut, at: string, by: string | null): Promise<void> {
    const { room, moved } = await splitRoom(this.tx, this.book, old, cuts, question)
    this.found.byId.set(room.id, room)
    this.follow(moved, room)
    await closeCut(this.tx, question, { decided: 'other', by, room: room.ref })
    this.addChange(messagesArea, question.ref, false, audienceOf(old))
    await endPhone(this.tx, old.person, room.customer_phone)
    this.addChange(roomsArea, room.ref, true, audienceOf(room))
    this.parted(room, old, at, by)
  }

  /** Notes in two rooms that were one. */
  parted(one: RoomNow, other: RoomNow, at: string, by: string | null): void {
    for (const [each, there] of [
      [one, other],
      [other, one],
    ] as const) {
      const values = { by, room: there.ref }
      this.addNote(each, { of: 'parted', values }, 'These are two people: each has a chat of their own now', at)
      this.touch(each)
      this.stale.add(each)
      this.relinked.add(each)
    }
  }

  /** Messages that are held in memory go with their room. */
  follow(moved: readonly Moved[], room: RoomNow): void {
    const places = new Map(moved.map(({ id, place }) => [id, place]))
    for (const message of this.known.values()) {
      const place = places.get(message.id)
      if (place === undefined) continue
      message.place = place
      message.room = room.id
    }
  }

  takeUsername(room: RoomNow, username: string | null, at: string): void {
    const name = username === null ? null : cleanName(username.toLowerCase(), 64)
    if (name === null) {
      if (room.username === null || room.username_until !== null) return
      room.username_until = momentOf(at)
    } else {
      if (room.username === name && room.username_until === null) return
      Object.assign(room, { username: name, username_until: null })
      this.names.set(room, name)
    }
    this.touch(room)
  }

  /** Rooms that were joined or parted, or whose question was answered: their people are found anew. */
  readonly relinked = new Set<RoomNow>()

  /** Usernames that rooms got; the person who had one before has it no more. */
  readonly names = new Map<RoomNow, string>()

  addChange(area: ChatChange['area'], changedRef: string, isNew: boolean, audience: Audience): void {
    const known = this.changes.get(changedRef)
    const before = known?.before
    this.changes.set(changedRef, { area, ref: changedRef, before: isNew || before === null ? null : (before ?? audience), after: audience })
  }

  add(room: RoomNow, message: MessageNow): MessageNow {
    // The order of reading (docs/product/chat.md#order-of-messages) agrees with `isLast`.
    if (isLast(room, message.created_at)) message.created_at = later(room.last_message_at, message.created_at)
    message.place = room.next_place
    room.next_place += 1
    if (message.provider_id !== null) {
      this.giveBack(message.provider_id)
      this.known.set(message.provider_id, message)
    }
    this.made.push(message)
    this.touched.add(room)
    this.addChange(messagesArea, message.ref, true, audienceOf(room))
    return message
  }

  /** What stands for a message whose author has another room is a line of its own from now on. */
  private giveBack(provider_id: string): void {
    const standIn = this.known.get(provider_id)
    if (!standIn || isWhole(standIn)) return
    const { standIn: _, author: __, ...marks } = standIn.marks ?? { ids: [] }
    Object.assign(standIn, { provider_id: null, marks })
    this.change(standIn, this.roomOf(standIn))
  }

  change(message: MessageNow, room: RoomNow): void {
    if (message.id !== 0) this.marked.add(message)
    this.addChange(messagesArea, message.ref, false, audienceOf(room))
  }

  alert(room: RoomNow, { ref, content, kind }: Pick<MessageNow, 'ref' | 'content' | 'kind'>, audience: Audience = audienceOf(room)): void {
    const title =
      room.contact_name ?? room.customer_name ?? (room.customer_phone || (room.username ? `@${room.username}` : 'WhatsApp user'))
    const shown = kind === 'image' || kind === 'video' || kind === 'audio' || kind === 'document' ? kind : 'text'
    this.alerts.push({ room: room.ref, message: ref, kind: shown, title, text: content ?? '', ...audience })
  }

  /** A message of ours by itself, which is sent after the commit. */
  answer(room: RoomNow, content: string): void {
    const message = this.add(room, {
      ...emptyMessage,
      ...{ ref: uuidv7(), room: room.id, place: 0, kind: 'text', content, is_admin: true, sender: automaticAuthor, status: 'queued' },
      created_at: new Date().toISOString(),
    })
    this.answers.push(message)
    showLast(room, message)
  }

  async flush(): Promise<void> {
    const { tx } = this
    const list = this.found.made.splice(0)
    await insertRooms(tx, list)
    await this.book.write(tx)
    for (const [message, { id }] of this.authors) message.identity = id
    this.authors.clear()
    // Before new ones: one that stood for a message of somebody else gives its id back.
    await updateMessages(tx, [...this.marked])
    this.marked.clear()
    await insertMessages(tx, this.made.splice(0))
    const answers = this.answers.splice(0)
    if (answers.length) {
      await tx.insert(deliveries).values(answers.map(({ id, room }) => ({ message: id, room })))
      await this.platform.database.notify(tx, deliveriesChannel, '')
    }
    await setStatuses(tx, [...this.statuses.values()])
    this.statuses.clear()
    await this.loseUsernames()
    const stale = [...this.stale]
    this.stale.clear()
    const last = stale.length ? await readLastMessages(tx, stale) : new Map<number, never>()
    for (const room of stale) {
      const message = last.get(room.id)
      Object.assign(room, {
        last_message: message ? lastLine(message.kind, message.content, message.media) : null,
        last_message_kind: message?.kind ?? null,
        last_message_status: message?.status ?? null,
        last_message_is_admin: message?.is_admin ?? false,
        last_message_at: message?.at ?? room.last_message_at,
      })
      this.touched.add(room)
    }
    const touched = [...this.touched]
    this.touched.clear()
    await updateRooms(
      tx,
      touched.map((one) => ({ ...one, search_text: one.joined_into === null ? searchText(one) : '' })),
    )
    await linkMembers(tx, [...new Set([...list, ...this.phoned])])
    this.phoned.clear()
    await writeChatChanges(this.platform.database, tx, [...this.changes.values()])
    this.changes.clear()
    if (touched.length) await totalsOf(this.platform.database).arrived(tx, roomsApi.section.name)
  }

  /** People of the rooms whose identities are others now, or whose question was answered. */
  async linkPeople(): Promise<void> {
    const named = this.book.added.flatMap(({ room }) => this.found.byId.get(room) ?? [])
    await linkPeople(this.tx, this.book, [...new Set([...named, ...this.relinked])])
    this.relinked.clear()
  }

  async loseUsernames(): Promise<void> {
    for (const [room, name] of this.names) {
      const where = and(sql`username = ${name}`, sql`id <> ${room.id}`, sql`whatsapp_number = ${room.whatsapp_number}`)
      const lost = await this.tx.update(rooms).set({ username: null, username_until: null }).where(where).returning({ id: rooms.id })
      for (const { id } of lost) {
        const other = this.found.byId.get(id)
        if (other) Object.assign(other, { username: null, username_until: null })
      }
    }
    this.names.clear()
  }
}

/** Room of the person who an item is from, by the cases of identity (server/inbox/identity/resolve.ts). */
export function findAuthor(
  batch: Batch,
  item: Pick<InboundMessage, 'number' | 'at' | 'from'>,
  more: { isAuthor: boolean; makesRoom: boolean; proof?: Proof },
) {
  return findRoom(batch, { number: item.number, at: momentOf(item.at), from: item.from, proof: more.proof ?? 'message', ...more })
}
