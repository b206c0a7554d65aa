/**
 * A transaction of inbound items (server/inbox/inbound/receive.ts): a few statements for any number of items. Where an item joins or parts
 * rooms, what came before it is written first.
 */
import { and, inArray, sql } from 'drizzle-orm'
import { windowHours } from '#contract/chat/messages.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Db } from '#server/db/database.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { type Audience, audienceOf, type ChatChange, messagesArea, roomsArea, writeChatChanges } from '#server/people/chat-feed.ts'
import type { Platform } from '#server/platform/core/context.ts'
import type { AlertMessage } from '#server/push/alert.ts'
import type { Identity, IdentityBook, Proof } from '../identity/book.ts'
import { joinRooms, type Moved, olderFirst, splitRoom } from '../identity/join-rooms.ts'
import { linkPeople } from '../identity/people.ts'
import { addIdentity, changeIds, findRoom, type World } from '../identity/resolve.ts'
import { lastLine } from '../rooms/message-rows.ts'
import { roomsApi, searchText } from '../rooms/rooms.ts'
import { boundedText, cleanName, cut } from '../rooms/text.ts'
import { applyError, errorOf, isPassing, requeue } from './failed-status.ts'
import type {
  Inbound,
  InboundChange,
  InboundIdle,
  InboundMark,
  InboundMessage,
  InboundName,
  InboundPreference,
  InboundRaw,
  InboundStatus,
  Note,
} from './inbound.ts'
import { type InboundRooms, lockRooms, type RoomNow } from './inbound-rooms.ts'
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
import { markFollowed, readWaiting } from './kept-items.ts'
import { addOriginal, applyMark } from './marks.ts'
import { setPreference } from './preferences.ts'
import { storeRaw } from './raw-items.ts'
import { follows, readNews, type StatusNews } from './status-news.ts'

/** Provider's ids that an item names. */
function idsIn(item: Inbound): string[] {
  switch (item.type) {
    case 'message':
      return [item.provider_id, item.reply_to ?? '', item.begun ?? '']
    case 'mark':
      return [item.target]
    case 'status':
    case 'change':
      return [item.provider_id]
    default:
      return []
  }
}

async function findKnown(tx: Db, items: readonly Inbound[]): Promise<Map<string, MessageNow>> {
  const wanted = [...new Set(items.flatMap(idsIn))].filter(Boolean)
  if (!wanted.length) return new Map()
  const found = await tx.select().from(messages).where(inArray(messages.provider_id, wanted))
  return new Map(found.map((one) => [one.provider_id ?? '', one]))
}

/** Messages of ours that are sent again, because their only news of this batch is a passing error. */
async function requeuePassing(tx: Db, items: readonly Inbound[], known: ReadonlyMap<string, MessageNow>): Promise<ReadonlySet<number>> {
  const news = items.filter((item) => item.type === 'status')
  const failed = news.flatMap((item) => {
    const message = known.get(item.provider_id)
    const error = errorOf(item)
    const isOnly = news.filter(({ provider_id: other }) => other === item.provider_id).length === 1
    return message?.is_admin && error && isPassing(item) && isOnly && follows(message.status, 'failed')
      ? [{ message: message.id, error }]
      : []
  })
  return requeue(tx, failed)
}

/** A provider's time, at most now. */
function momentOf(at: string): string {
  const given = Date.parse(at)
  return new Date(Math.min(Number.isNaN(given) ? Date.now() : given, Date.now())).toISOString()
}

const later = (a: string | null, b: string) => (a !== null && Date.parse(a) > Date.parse(b) ? a : b)

/** The provider counts seconds: within one, what arrives later is later. */
const isLast = ({ last_message_at }: RoomNow, at: string) =>
  last_message_at === null || Math.floor(Date.parse(at) / 1000) >= Math.floor(Date.parse(last_message_at) / 1000)

/** Author of what was written in the app on the business's phone. */
const phoneAuthor = 'WhatsApp Business app'

const emptyMessage = {
  ...{ id: 0, media: null, sender: null, failure: null, reply_to: null, provider_id: null, note_of: null, values: null, details: null },
  ...{
    chips: null,
    edits: null,
    deleted_at: null,
    reactions: null,
    referral: null,
    pricing: null,
    status_times: null,
    marks: null,
    identity: null,
  },
} as const

const alertText = (emoji: string, content: string | null) => `${emoji} to "${cut(content ?? '', 100)}"`

class Batch implements World {
  readonly book: IdentityBook
  readonly alerts: AlertMessage[] = []
  unknown = 0
  private readonly made: MessageNow[] = []
  private readonly marked = new Set<MessageNow>()
  private readonly statuses = new Map<number, StatusNews>()
  private readonly touched = new Set<RoomNow>()
  /** Rooms whose last message has to be found anew. */
  private readonly stale = new Set<RoomNow>()
  private readonly phoned = new Set<RoomNow>()
  /** Whose identity wrote a message; a new one has its id once it is written. */
  private readonly authors = new Map<MessageNow, Identity>()
  private readonly changes = new Map<string, ChatChange>()
  /** Provider's ids of changes of people who are not here yet, with what they wait for. */
  readonly waiting = new Map<string, string>()

  constructor(
    private readonly platform: Platform,
    private readonly tx: Db,
    private readonly found: InboundRooms,
    private readonly known: Map<string, MessageNow>,
    private readonly requeued: ReadonlySet<number>,
  ) {
    this.book = found.book
  }

  // --- What the cases of identity do.

  roomOf({ room }: { room: number }): RoomNow {
    const found = this.found.byId.get(room)
    if (!found) throw new Error(`room ${room} is not locked`)
    return found
  }

  makeRoom(number: number, at: string): RoomNow | null {
    return this.found.makeRoom(number, momentOf(at))
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

  async join(one: RoomNow, other: RoomNow, at: string): Promise<RoomNow> {
    await this.flush()
    const [stays, goes] = olderFirst(one, other)
    const [first, second] = [audienceOf(stays), audienceOf(goes)]
    const moved = await joinRooms(this.tx, this.book, stays, goes, null)
    this.follow(moved, stays)
    const note = this.addNote(
      stays,
      { of: 'joined', values: { name: goes.contact_name ?? goes.customer_name } },
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

  async split(old: RoomNow, at: string): Promise<RoomNow> {
    await this.flush()
    const { room, moved } = await splitRoom(this.tx, this.book, old)
    this.found.byId.set(room.id, room)
    this.follow(moved, room)
    for (const each of [room, old]) {
      this.addNote(each, { of: 'parted', values: {} }, 'These are two people: each has a chat of their own now', at)
      this.touch(each)
      this.stale.add(each)
    }
    this.addChange(roomsArea, room.ref, true, audienceOf(room))
    return room
  }

  /** Messages that are held in memory go with their room. */
  private follow(moved: readonly Moved[], room: RoomNow): void {
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

  /** Usernames that rooms got; whoever had one before has it no more. */
  private readonly names = new Map<RoomNow, string>()

  // --- Writing.

  addChange(area: ChatChange['area'], changedRef: string, isNew: boolean, audience: Audience): void {
    const known = this.changes.get(changedRef)
    const before = known?.before
    this.changes.set(changedRef, { area, ref: changedRef, before: isNew || before === null ? null : (before ?? audience), after: audience })
  }

  private add(room: RoomNow, message: MessageNow): MessageNow {
    message.place = room.next_place
    room.next_place += 1
    this.made.push(message)
    if (message.provider_id !== null) this.known.set(message.provider_id, message)
    this.touched.add(room)
    this.addChange(messagesArea, message.ref, true, audienceOf(room))
    return message
  }

  private change(message: MessageNow, room: RoomNow): void {
    if (message.id !== 0) this.marked.add(message)
    this.addChange(messagesArea, message.ref, false, audienceOf(room))
  }

  private alert(
    room: RoomNow,
    { ref, content, kind }: Pick<MessageNow, 'ref' | 'content' | 'kind'>,
    audience: Audience = audienceOf(room),
  ): void {
    const title =
      room.contact_name ?? room.customer_name ?? (room.customer_phone || (room.username ? `@${room.username}` : 'WhatsApp user'))
    const shown = kind === 'image' || kind === 'video' || kind === 'audio' || kind === 'document' ? kind : 'text'
    this.alerts.push({ room: room.ref, message: ref, kind: shown, title, text: content ?? '', ...audience })
  }

  async flush(): Promise<void> {
    const { tx } = this
    const list = this.found.made.splice(0)
    await insertRooms(tx, list)
    await this.book.write(tx)
    for (const [message, { id }] of this.authors) message.identity = id
    this.authors.clear()
    await insertMessages(tx, this.made.splice(0))
    await updateMessages(tx, [...this.marked])
    this.marked.clear()
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

  /** People of the rooms that got an identity. */
  async linkPeople(): Promise<void> {
    const ids = new Set(this.book.added.map(({ room }) => room))
    await linkPeople(
      this.tx,
      this.book,
      [...ids].flatMap((id) => this.found.byId.get(id) ?? []),
    )
  }

  private async loseUsernames(): Promise<void> {
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

  // --- Items.

  private find(item: Pick<InboundMessage, 'number' | 'at' | 'from'>, more: { isAuthor: boolean; makesRoom: boolean; proof?: Proof }) {
    return findRoom(this, { number: item.number, at: momentOf(item.at), from: item.from, proof: more.proof ?? 'message', ...more })
  }

  async takeMessage(item: InboundMessage): Promise<void> {
    const before = this.known.get(item.provider_id)
    if (before && (before.marks?.standIn === undefined || item.isStandIn)) return
    const found = await this.find(item, { isAuthor: item.origin === undefined, makesRoom: item.makesRoom ?? true })
    if (!found) {
      this.unknown += 1
      return
    }
    let into = found.room
    if (item.shared) into = await this.takeShared(item, item.shared, into)
    const message = this.messageOf(item, into)
    if (found.identity && !item.isOurs) this.authors.set(message, found.identity)
    if (before?.room === into.id) {
      const { standIn, ...marks } = before.marks ?? { ids: [] }
      before.marks = marks
      this.fill(before, message, into)
      this.arrive(item, into, before, standIn)
      return
    }
    // It belongs to somebody else than who marked it.
    if (before) before.provider_id = null
    const other = before && this.found.byId.get(before.room)
    if (before && other) this.change(before, other)
    this.add(into, message)
    this.arrive(item, into, message, undefined)
  }

  /** A phone that the person shared, as if it had come with the item (case 8). */
  private async takeShared(item: InboundMessage, phone: string, room: RoomNow): Promise<RoomNow> {
    const at = momentOf(item.at)
    if (item.from.bsuid === null) {
      if (!this.book.current(item.number, 'phone', phone) && !this.book.currentOf(room.id, 'phone'))
        addIdentity(this, room, 'phone', phone, { ...item, at, proof: 'shared', isAuthor: true, makesRoom: false })
      return room
    }
    const found = await this.find({ ...item, from: { ...item.from, phone } }, { isAuthor: true, makesRoom: false, proof: 'shared' })
    return found?.room ?? room
  }

  private messageOf(item: InboundMessage, into: RoomNow): MessageNow {
    const { content, isCut } = boundedText(item.content ?? '')
    if (isCut) this.platform.log.warn({ room: into.id, characters: item.content?.length }, 'a message was longer than is kept')
    const answered = this.known.get(item.reply_to ?? '')
    const isQuoted = answered?.room === into.id
    const chips = [...(item.chips ?? []), ...(item.reply_to !== null && !isQuoted ? [{ chip: 'quoteElsewhere' } as const] : [])]
    const isOurs = item.isOurs === true
    return {
      ...emptyMessage,
      ...{ ref: uuidv7(), room: into.id, place: 0, kind: item.note ? 'note' : item.kind, content, media: item.media },
      ...{ is_admin: isOurs || item.note !== undefined, sender: isOurs ? phoneAuthor : null },
      status: item.note || (item.origin === 'history' && !isOurs) ? 'read' : 'delivered',
      reply_to: isQuoted ? answered.ref : null,
      provider_id: item.provider_id,
      created_at: momentOf(item.at),
      ...(item.note && { note_of: item.note.of, values: item.note.values }),
      details: item.details ?? null,
      chips: chips.length ? chips : null,
      referral: item.referral ?? null,
      marks: item.isStandIn ? { standIn: 'kind', ids: [] } : null,
    }
  }

  /** The original of what stood in its place. */
  private fill(before: MessageNow, message: MessageNow, into: RoomNow): void {
    const { kind, media, details, reply_to, created_at, referral, note_of, values, is_admin, sender, status } = message
    addOriginal(before, message)
    const chips = [...(message.chips ?? []), ...(before.chips ?? []).filter(({ chip }) => !message.chips?.some((one) => one.chip === chip))]
    Object.assign(before, { kind, media, details, reply_to, created_at, referral, note_of, values, is_admin, sender, status })
    before.chips = chips.length ? chips : null
    this.change(before, into)
    this.stale.add(into)
  }

  /** What a message does to its room. `standIn`: of the one that it replaced, which counted already. */
  private arrive(item: InboundMessage, into: RoomNow, message: MessageNow, standIn: 'mark' | 'kind' | undefined): void {
    const at = message.created_at
    this.touched.add(into)
    const isQuiet = item.origin !== undefined
    if (item.callPermission) into.call_permission = item.callPermission
    if (item.referral && into.source === null) Object.assign(into, { source: 'ad', source_id: item.referral.source_id ?? null })
    if (!isQuiet && isLast(into, at)) into.customer_name = cleanName(item.from.name) ?? into.customer_name
    const isBegun = item.begun !== undefined && this.known.has(item.begun)
    if (!isQuiet && item.opensWindow !== false && !isBegun)
      into.window_until = later(into.window_until, new Date(Date.parse(at) + windowHours * 3_600_000).toISOString())
    const isNew = standIn !== 'kind'
    if (!isQuiet && item.isUnread !== false && isNew) {
      into.unread += 1
      into.is_idle = false
      into.snoozed_until = null
      if (into.status === 'resolved') into.status = 'open'
      this.alert(into, message)
    } else if (item.isUrgent) this.alert(into, message)
    if (message.kind === 'note') return
    if (item.origin === 'phone' && isLast(into, at)) Object.assign(into, { unread: 0, mark_as_unread: false, is_idle: false })
    if (item.origin === 'history' ? into.last_message_at === null : isLast(into, at)) this.showLast(into, message)
  }

  private showLast(into: RoomNow, { kind, content, media, status, is_admin, created_at }: MessageNow): void {
    Object.assign(into, {
      last_message: lastLine(kind, content, media),
      last_message_kind: kind,
      last_message_status: status,
      last_message_is_admin: is_admin,
      last_message_at: later(into.last_message_at, created_at),
    })
  }

  async takeMark(item: InboundMark): Promise<void> {
    const target = this.known.get(item.target)
    if (item.from === null) {
      if (target && applyMark(target, item).isChanged) this.change(target, this.roomOf(target))
      return
    }
    const found = await this.find({ ...item, from: item.from }, { isAuthor: item.by === 'customer', makesRoom: true })
    const into = found?.room
    if (!into) {
      this.unknown += 1
      return
    }
    if (target?.room === into.id) {
      const { isChanged, isUnread } = applyMark(target, { ...item, at: momentOf(item.at) })
      if (!isChanged) return
      this.change(target, into)
      if (item.mark.kind !== 'reaction') this.stale.add(into)
      else this.showReaction(into, target, item.mark.emoji, isUnread, momentOf(item.at))
      if (isUnread) this.countMark(into, target, item)
      return
    }
    if (target && this.known.has(item.provider_id)) return
    this.standIn(into, item, target === undefined)
  }

  private showReaction(into: RoomNow, target: MessageNow, emoji: string, isUnread: boolean, at: string): void {
    if (isUnread && isLast(into, at)) {
      const at_ = later(into.last_message_at, at)
      Object.assign(into, { last_message: alertText(emoji, target.content), last_message_kind: 'text', last_message_status: 'delivered' })
      Object.assign(into, { last_message_is_admin: false, last_message_at: at_ })
      this.touched.add(into)
    } else if (!emoji) this.stale.add(into)
  }

  private countMark(into: RoomNow, target: MessageNow, { mark }: InboundMark): void {
    into.unread += 1
    this.touched.add(into)
    const content = mark.kind === 'reaction' ? alertText(mark.emoji, target.content) : target.content
    this.alert(into, { ref: target.ref, content, kind: 'text' })
  }

  /** What people see of a mark whose message is not here; the message takes its place if it comes. */
  private standIn(into: RoomNow, item: InboundMark, isReplaceable: boolean): void {
    const { mark, by, provider_id, target } = item
    const at = momentOf(item.at)
    const id = isReplaceable ? target : provider_id
    if (mark.kind === 'reaction' && !mark.emoji) return
    const marks = { ids: [provider_id], ...(isReplaceable && { standIn: 'mark' as const }) }
    if (mark.kind === 'edit') {
      const { content } = boundedText(mark.content ?? '')
      const isOurs = by === 'us'
      const message = this.add(into, {
        ...emptyMessage,
        ...{ ref: uuidv7(), room: into.id, place: 0, kind: 'text', content, is_admin: isOurs, sender: isOurs ? phoneAuthor : null },
        ...{ status: 'delivered', provider_id: id, created_at: at, marks: { ...marks, edited: at, begun: at } },
      })
      if (!isOurs) this.countMark(into, message, item)
      if (isLast(into, at)) this.showLast(into, message)
      return
    }
    const [of, content] =
      mark.kind === 'reaction'
        ? (['reactedElsewhere', `Reacted ${mark.emoji} to a message that is not here`] as const)
        : (['deletedElsewhere', 'Deleted a message that is not here'] as const)
    const note = this.addNote(into, { of, values: mark.kind === 'reaction' ? { emoji: mark.emoji } : {} }, content, at, id)
    note.marks = { ...marks, ...(mark.kind === 'reaction' && { [by]: at }) }
    if (mark.kind === 'reaction')
      note.reactions = [{ emoji: mark.emoji, by, name: by === 'customer' ? (item.from?.name ?? null) : null, at }]
    else note.deleted_at = at
  }

  takeStatus(item: InboundStatus): void {
    const message = this.known.get(item.provider_id)
    const into = message && this.found.byId.get(message.room)
    if (!message?.is_admin || !into || message.kind === 'note') {
      this.unknown += 1
      return
    }
    this.takeReceiver(item, into)
    const at = momentOf(item.at)
    const isRequeued = this.requeued.has(message.id)
    const news = readNews(message, item, at, isRequeued)
    if (!news) return
    const { isShown, ...now } = news
    Object.assign(message, now, isRequeued && { provider_id: null })
    if (message.id !== 0) this.statuses.set(message.id, { ...now, isShown: isShown || this.statuses.get(message.id)?.isShown === true })
    if (!isShown) return
    const until = into.window_until
    applyError(errorOf(item), into, message.created_at, at)
    const isNear = Math.abs(Date.parse(message.created_at) - Date.parse(into.last_message_at ?? '')) < 1_000
    const isLastOfAll = message.place === into.next_place - 1 || (into.last_message_is_admin && isNear)
    if (isLastOfAll) into.last_message_status = message.status
    if (isLastOfAll || into.window_until !== until) this.touched.add(into)
    this.addChange(messagesArea, message.ref, false, audienceOf(into))
  }

  /** A status may add a user id to its message's room, and show a username; it moves nobody. */
  private takeReceiver({ from, at }: InboundStatus, into: RoomNow): void {
    if (!from) return
    const { bsuid, phone, username } = from
    const own = this.book.currentOf(into.id, 'phone')
    const isSame = phone === null || own === undefined || own.value === phone
    const wanted = { number: into.whatsapp_number, kind: 'bsuid', value: bsuid ?? '' } as const
    if (bsuid !== null && isSame && !this.book.currentOf(into.id, 'bsuid') && !this.book.has(wanted))
      addIdentity(this, into, 'bsuid', bsuid, {
        number: into.whatsapp_number,
        at: momentOf(at),
        from,
        proof: 'status',
        isAuthor: false,
        makesRoom: false,
      })
    if (username) this.takeUsername(into, username, at)
  }

  async takeChange(item: InboundChange): Promise<void> {
    if (this.known.has(item.provider_id)) return
    const room = await changeIds(this, { ...item, at: momentOf(item.at) })
    if (room) this.waiting.delete(item.provider_id)
    else this.waiting.set(item.provider_id, item.before.bsuid ?? item.before.phone ?? '')
  }

  /** Changes whose people came in this batch, and those that wait since before; one may make the next one possible. */
  async followChanges(changes: readonly InboundChange[], before: ReadonlySet<string>): Promise<void> {
    const open = changes.filter(({ provider_id }) => before.has(provider_id) || this.waiting.has(provider_id))
    for (let left = open, isNew = true; isNew && left.length; ) {
      for (const change of left) await this.takeChange(change)
      const still = left.filter(({ provider_id }) => this.waiting.has(provider_id))
      isNew = still.length < left.length
      left = still
    }
  }

  takeIdle({ number, customer_phone }: InboundIdle): void {
    const identity = this.book.current(number, 'phone', customer_phone)
    if (!identity) {
      this.unknown += 1
      return
    }
    const into = this.roomOf(identity)
    if (into.is_idle) return
    into.is_idle = true
    this.touched.add(into)
    this.addChange(roomsArea, into.ref, false, { ...audienceOf(into), idle: true })
  }

  async takePreference(item: InboundPreference): Promise<void> {
    if (!(await setPreference(this.tx, item))) return
    const found = await this.find(item, { isAuthor: false, makesRoom: false })
    if (!found) return
    if (item.isStopped) this.addNote(found.room, { of: 'optOut', values: {} }, 'Stopped promotions in WhatsApp', item.at)
    else this.addNote(found.room, { of: 'optIn', values: {} }, 'Takes promotions again', item.at)
  }

  async takeName(item: InboundName): Promise<void> {
    const found = await this.find(item, { isAuthor: false, makesRoom: false })
    const name = cleanName(item.from.name)
    if (!found || name === null || found.room.customer_name !== null || found.room.contact_name !== null) return
    found.room.customer_name = name
    this.touch(found.room)
  }

  takeRaw(item: InboundRaw): Promise<void> {
    const target = item.about === undefined ? undefined : this.waiting.get(item.about)
    return storeRaw(this.tx, target === undefined ? item : { ...item, outcome: 'waiting' }, target ?? null)
  }
}

/**
 * Stores all items in order, and returns alerts to send after the commit. Items of unknown numbers, messages or rooms are skipped, and
 * counted in the log.
 */
export async function storeInbound(platform: Platform, tx: Db, items: readonly Inbound[]): Promise<AlertMessage[]> {
  const waiting = await readWaiting(tx, items)
  const all = [...items, ...waiting.map(({ change }) => change)]
  const found = await lockRooms(tx, all)
  const known = await findKnown(tx, all)
  const batch = new Batch(platform, tx, found, known, await requeuePassing(tx, items, known))
  for (const item of items) {
    if (item.type === 'message') await batch.takeMessage(item)
    else if (item.type === 'mark') await batch.takeMark(item)
    else if (item.type === 'status') batch.takeStatus(item)
    else if (item.type === 'change') await batch.takeChange(item)
    else if (item.type === 'preference') await batch.takePreference(item)
    else if (item.type === 'name') await batch.takeName(item)
    else if (item.type === 'idle') batch.takeIdle(item)
  }
  await batch.followChanges(
    all.filter((item) => item.type === 'change'),
    new Set(waiting.map(({ change }) => change.provider_id)),
  )
  // After the changes, which say whether they wait.
  for (const item of items) if (item.type === 'raw') await batch.takeRaw(item)
  await batch.flush()
  await batch.linkPeople()
  await markFollowed(
    tx,
    waiting.filter(({ change }) => !batch.waiting.has(change.provider_id)).map(({ kept }) => kept),
  )
  if (batch.unknown) platform.log.warn({ items: batch.unknown }, 'what came from the channel is about nothing that is known here')
  return batch.alerts
}
