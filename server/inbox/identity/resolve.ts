/**
 * Finds the room of an event: by current user id, by a former one, by current phone; else a new one. The cases are those of
 * docs/product/identity.md#cases, and their numbers stand beside the lines that decide them.
 */
import type { InboundChange, Note, Party } from '../inbound/inbound.ts'
import type { RoomNow } from '../inbound/inbound-rooms.ts'
import { type Identity, type IdentityBook, type IdentityKind, type Proof, seenOf } from './book.ts'

/** What the cases may do to rooms; server/inbox/inbound/store-inbound.ts does it. */
export interface World {
  book: IdentityBook
  roomOf(identity: Identity): RoomNow
  /** Null for a number that is not here. */
  makeRoom(number: number, at: string): RoomNow | null
  /** `provider_id`: of the item that says it, which does nothing when it comes again. */
  addNote(room: RoomNow, note: Note, content: string, at: string, provider_id?: string): void
  touch(room: RoomNow): void
  /** Joins two rooms; returns the one that stays. */
  join(one: RoomNow, other: RoomNow, at: string): Promise<RoomNow>
  /** False for two rooms that somebody parted. */
  mayJoin(one: RoomNow, other: RoomNow): Promise<boolean>
  /** Puts what came since an account stopped answering under the room's number into a room of its own, if that is an open question. */
  split(room: RoomNow, account: string, at: string): Promise<void>
  takeUsername(room: RoomNow, username: string | null, at: string): void
}

export interface Event {
  number: number
  at: string
  from: Party
  proof: Proof
  /** Whether the person did it, which proves what ids they have now; not what was written to them. */
  isAuthor: boolean
  makesRoom: boolean
}

export interface Found {
  room: RoomNow
  /** The identity that the event was of; null where only others name them. */
  identity: Identity | null
}

const isBefore = (at: string, other: string | null) => other !== null && Date.parse(at) < Date.parse(other)

function see(world: World, identity: Identity | undefined, { at, isAuthor, from }: Event): void {
  if (!identity || !isAuthor) return
  const isNewer = identity.seen_at === null || isBefore(identity.seen_at, at)
  const parent = identity.kind === 'bsuid' ? (from.parent ?? identity.parent) : identity.parent
  if (isNewer || parent !== identity.parent) world.book.change(identity, { seen_at: isNewer ? at : identity.seen_at, parent })
  if (identity.kind === 'phone') showPhone(world, world.roomOf(identity))
}

export function addIdentity(
  world: World,
  room: RoomNow,
  kind: IdentityKind,
  value: string,
  { at, from, proof, isAuthor }: Event,
  until: string | null = null,
): Identity {
  const made = world.book.add({
    ...{ room: room.id, number: room.whatsapp_number, kind, value, parent: kind === 'bsuid' ? from.parent : null },
    ...{ current: until === null, since: at, until, seen_at: isAuthor ? at : null, proof, is_succeeded: true },
  })
  if (kind === 'phone' && until === null) showPhone(world, room)
  return made
}

/** A room has the phone that is current. */
function showPhone(world: World, room: RoomNow): void {
  const phone = world.book.currentOf(room.id, 'phone')?.value ?? ''
  if (room.customer_phone === phone) return
  room.customer_phone = phone
  world.touch(room)
}

function end(world: World, identity: Identity | undefined, at: string, isSucceeded = true): void {
  if (!identity) return
  const until = isBefore(at, identity.since) ? identity.since : at
  world.book.change(identity, { current: false, until, is_succeeded: isSucceeded })
  if (identity.kind === 'phone') showPhone(world, world.roomOf(identity))
}

/** Of several, which a join by hand leaves, each stays (docs/product/identity.md#joining). */
function phonesOf({ book }: World, room: RoomNow): Identity[] {
  return book.of(room.id).filter(({ kind, current }) => kind === 'phone' && current)
}

/** The phone that another one replaces. */
function onlyPhone(world: World, room: RoomNow): Identity | undefined {
  const phones = phonesOf(world, room)
  return phones.length === 1 ? phones[0] : undefined
}

/** Who has two accounts is answered at the one that was seen last (docs/product/identity.md#joining). */
function comeBack(world: World, former: Identity, at: string): void {
  const { kind, is_succeeded, until, room } = former
  if (kind !== 'bsuid' || !is_succeeded || until === null || !isBefore(until, at) || world.roomOf(former).cut_place !== null) return
  const now = world.book.currentOf(room, 'bsuid')
  if (now && !isBefore(seenOf(now), at)) return
  if (now) end(world, now, seenOf(now))
  world.book.change(former, { current: true, until: null })
}

/** A phone goes from one room to another that has it now: nobody is joined (case 10). */
function movePhone(world: World, phone: Identity, to: RoomNow, event: Event): void {
  const from = world.roomOf(phone)
  end(world, phone, event.at, false)
  world.addNote(from, { of: 'numberLost', values: { phone: phone.value } }, `${phone.value} belongs to somebody else now`, event.at)
  addIdentity(world, to, 'phone', phone.value, event)
  world.addNote(to, { of: 'numberKnown', values: { phone: phone.value } }, `The number is known now: ${phone.value}`, event.at)
}

/** A phone that an event carries, for a room that was found by user id. */
async function withPhone(world: World, room: RoomNow, bsuid: Identity, phone: string, event: Event): Promise<RoomNow> {
  const { book } = world
  const other = book.current(event.number, 'phone', phone)
  if (other?.room === room.id) {
    see(world, other, event)
    return room
  }
  const own = book.currentOf(room.id, 'phone')
  const left = onlyPhone(world, room)
  if (!other) {
    const former = book.of(room.id).find((row) => row.kind === 'phone' && row.value === phone)
    // A late event of before the number changed.
    if (former && isBefore(event.at, former.until)) return room
    if (own && isBefore(event.at, seenOf(own))) {
      if (!former) addIdentity(world, room, 'phone', phone, event, seenOf(own))
      return room
    }
    if (left) {
      end(world, left, event.at)
      world.addNote(
        room,
        { of: 'numberChanged', values: { from: left.value, to: phone } },
        `Changed the number: ${left.value} → ${phone}`,
        event.at,
      )
      // Who shared it has a note of that.
    } else if (event.isAuthor && event.proof !== 'shared')
      world.addNote(room, { of: 'numberKnown', values: { phone } }, `The number is known now: ${phone}`, event.at)
    addIdentity(world, room, 'phone', phone, event)
    return room
  }
  if (!event.isAuthor) return room
  const theirs = book.answering(other)
  if ((theirs && theirs !== bsuid) || !(await world.mayJoin(world.roomOf(other), room))) {
    if (isBefore(event.at, seenOf(other))) {
      if (!book.of(room.id).some((row) => row.kind === 'phone' && row.value === phone))
        addIdentity(world, room, 'phone', phone, event, seenOf(other))
      return room
    }
    end(world, left, event.at)
    movePhone(world, other, room, event)
    return room
  }
  const joined = await world.join(world.roomOf(other), room, event.at)
  see(world, other, event)
  // The room has one phone: what this event says, unless it is late.
  if (left) end(world, isBefore(seenOf(other), seenOf(left)) ? other : left, event.at)
  return joined
}

/** Another account answers under the room's number: one room with a cut, until somebody says who it is (case 9). */
function cut(world: World, room: RoomNow, former: Identity, bsuid: string, event: Event): Identity {
  end(world, former, event.at, false)
  if (room.cut_place === null) {
    room.cut_place = room.next_place
    room.held_customer_id = room.customer_id
  }
  room.customer_id = null
  const { customer_phone: phone, customer_name: name, username, username_until } = room
  const values = { phone, name, username, username_until, account: former.value, now: bsuid }
  world.addNote(room, { of: 'anotherAccount', values }, 'Another WhatsApp account answers under this number', event.at)
  Object.assign(room, { customer_name: null, username: null, username_until: null })
  return addIdentity(world, room, 'bsuid', bsuid, event)
}

function newRoom(world: World, event: Event, formerPhone: string | null = null): Found | null {
  const { from, number, at, makesRoom } = event
  const room = makesRoom ? world.makeRoom(number, at) : null
  if (!room) return null
  const bsuid = from.bsuid === null ? null : addIdentity(world, room, 'bsuid', from.bsuid, event)
  const phone = from.phone === null ? null : addIdentity(world, room, 'phone', from.phone, event, formerPhone)
  return { room, identity: bsuid ?? phone }
}

async function findByBsuid(world: World, event: Event, bsuid: string, phone: string | null): Promise<Found | null> {
  const { book } = world
  const { number, at } = event
  const former = book.former(number, 'bsuid', bsuid)
  if (former && event.isAuthor && !book.current(number, 'bsuid', bsuid)) comeBack(world, former, at)
  const own = book.current(number, 'bsuid', bsuid)
  if (own) {
    see(world, own, event)
    const room = world.roomOf(own)
    return { room: phone === null ? room : await withPhone(world, room, own, phone, event), identity: own }
  }
  // An item of an account that has a successor by now, or of before a cut.
  if (former) return { room: world.roomOf(former), identity: former }
  const other = book.current(number, 'phone', phone)
  if (!other) {
    const then = book.formerAt(number, 'phone', phone, at)
    if (!then) return newRoom(world, event)
    const room = world.roomOf(then)
    return { room, identity: addIdentity(world, room, 'bsuid', bsuid, event, then.until) }
  }
  const room = world.roomOf(other)
  const theirs = book.answering(other)
  if (!theirs) {
    see(world, other, event)
    return { room, identity: addIdentity(world, room, 'bsuid', bsuid, event) }
  }
  if (!event.isAuthor) return { room, identity: null }
  // A late item of who had the number before.
  if (isBefore(at, seenOf(theirs))) return newRoom(world, event, seenOf(theirs))
  see(world, other, event)
  return { room, identity: cut(world, room, theirs, bsuid, event) }
}

function findByPhone(world: World, event: Event, phone: string): Found | null {
  const own = world.book.current(event.number, 'phone', phone) ?? world.book.formerAt(event.number, 'phone', phone, event.at)
  if (!own) return newRoom(world, event)
  if (own.current) see(world, own, event)
  return { room: world.roomOf(own), identity: own }
}

/** Finds the room of somebody, and keeps what the event says of who they are. Null where there is none and none is made. */
export async function findRoom(world: World, event: Event): Promise<Found | null> {
  const { phone, bsuid, username } = event.from
  const found = bsuid !== null ? await findByBsuid(world, event, bsuid, phone) : phone !== null ? findByPhone(world, event, phone) : null
  const isLatest = found?.identity?.current === true && !isBefore(event.at, found.identity.seen_at)
  if (found && isLatest && username !== undefined) world.takeUsername(found.room, username, event.at)
  return found
}

const personOf = ({ number, at, from }: InboundChange): Event => ({ number, at, from, proof: 'system', isAuthor: true, makesRoom: false })

/** Whether a room had an account while it had this phone. */
function hadAccount(book: IdentityBook, { room, since, until }: Identity): boolean {
  return book
    .of(room)
    .some(
      (row) => row.kind === 'bsuid' && (until === null || isBefore(row.since, until)) && (row.until === null || isBefore(since, row.until)),
    )
}

/** The identity that a change is of: by user id, else by phone, unless that is of another account. */
function changedIdentity(world: World, { number, before, at }: InboundChange): Identity | undefined {
  const { book } = world
  const byId = book.current(number, 'bsuid', before.bsuid) ?? book.former(number, 'bsuid', before.bsuid)
  if (byId || before.phone === null) return byId
  const phone = book.current(number, 'phone', before.phone)
  // A person who was first seen with the number after it changed is somebody else.
  const isOlder = phone && !isBefore(at, phone.since)
  const found = isOlder ? phone : (book.formerAt(number, 'phone', before.phone, at) ?? book.former(number, 'phone', before.phone))
  return found && before.bsuid !== null && hadAccount(book, found) ? undefined : found
}

/** News of an account that nobody knew, under a number that another one answers, is a question as its message would be (case 9). */
function cutByNews(world: World, { number, before, at }: InboundChange, event: Event): Identity | undefined {
  const phone = world.book.current(number, 'phone', before.phone)
  const theirs = phone && world.book.answering(phone)
  if (before.bsuid === null || !theirs || isBefore(at, seenOf(theirs))) return undefined
  return cut(world, world.roomOf(phone), theirs, before.bsuid, event)
}

/** Somebody is known by the new ids alone: what comes late of the former ones is theirs. Null if nobody here is meant. */
function addFormer(world: World, { number, before, from, at }: InboundChange, event: Event): RoomNow | null {
  const { book } = world
  const phone = book.current(number, 'phone', from.phone)
  const isTheirs = phone && (from.bsuid === null || !book.answering(phone))
  const now = book.current(number, 'bsuid', from.bsuid) ?? (isTheirs ? phone : undefined)
  if (!now) return null
  const room = world.roomOf(now)
  if (before.bsuid !== null) addIdentity(world, room, 'bsuid', before.bsuid, event, at)
  if (before.phone !== null && !book.current(number, 'phone', before.phone)) addIdentity(world, room, 'phone', before.phone, event, at)
  return room
}

/** Moves a room to its person's new ids (cases 5, 6, 11, 14). Returns the room; null if nobody here is meant. */
export async function changeIds(world: World, change: InboundChange): Promise<RoomNow | null> {
  const { book } = world
  const { number, before, from, at, isNumber } = change
  const event = personOf(change)
  let mine = changedIdentity(world, change)
  if (!mine) {
    const known = addFormer(world, change, event)
    if (known) return known
    mine = cutByNews(world, change, event)
    if (!mine) return null
  }
  let room = world.roomOf(mine)
  // The former account has a number of its own: the one that answers under the old one is somebody else.
  if (room.cut_place !== null && mine.kind === 'bsuid' && !mine.current && !mine.is_succeeded) await world.split(room, mine.value, at)
  const phones = phonesOf(world, room)
  const isBeside = phones.length > 1
  const replaced = phones.filter(({ value }) => !isBeside || value === before.phone)
  // A room of the former phone alone is of the same person, as in case 7.
  const phoneRow = book.current(number, 'phone', before.phone)
  if (phoneRow && phoneRow.room !== room.id && !book.answering(phoneRow) && !isBefore(at, phoneRow.since))
    room = await world.join(room, world.roomOf(phoneRow), at)
  const formerPhone = before.phone ?? replaced[0]?.value ?? null
  const isKnown = (kind: IdentityKind, value: string | null) => value === null || book.current(number, kind, value)?.room === room.id
  const isDone = isKnown('bsuid', from.bsuid) && isKnown('phone', from.phone)
  const isPast = (value: string | null) => book.of(room.id).some((row) => !row.current && row.value === value)
  if (!isPast(from.bsuid) && !isPast(from.phone)) comeBack(world, mine, at)
  let isLate = !mine.current && mine.is_succeeded
  if (from.bsuid !== null) {
    const other = book.current(number, 'bsuid', from.bsuid) ?? book.former(number, 'bsuid', from.bsuid)
    if (other && other.room !== room.id && (other.current || other.is_succeeded)) {
      const theirs = onlyPhone(world, world.roomOf(other))
      if (theirs) replaced.push(theirs)
      room = await world.join(room, world.roomOf(other), at)
      // A later change came first: the new id has a successor already.
      if (!other.current) {
        isLate = true
        if (mine.current) end(world, mine, at)
      }
    }
    const own = book.currentOf(room.id, 'bsuid')
    for (const row of book.of(room.id)) if (row.kind === 'bsuid' && row.current && row.value !== from.bsuid && !isLate) end(world, row, at)
    // Where a later id is known, this one came between.
    if (!book.current(number, 'bsuid', from.bsuid) && !isPast(from.bsuid))
      addIdentity(world, room, 'bsuid', from.bsuid, event, isLate && own ? seenOf(own) : null)
  }
  if (isNumber) room = await changePhone(world, room, change, event, { isLate, isBeside, replaced })
  else see(world, book.current(number, 'bsuid', from.bsuid), event)
  if (isNumber && !isDone) {
    const to = from.phone ?? ''
    const content = `Changed the number: ${formerPhone ?? ''} → ${to || 'not known'}`
    world.addNote(room, { of: 'numberChanged', values: { from: formerPhone, to: from.phone } }, content, at, change.provider_id)
  }
  world.touch(room)
  return room
}

/** A note in a room whose phone another room has. */
function offerJoin(world: World, room: RoomNow, other: RoomNow, phone: string, at: string): void {
  world.addNote(room, { of: 'joinOffered', values: { phone, room: other.ref } }, `${phone} belongs to a customer with another chat now`, at)
}

interface NumberChange {
  isLate: boolean
  /** Whether other numbers of the room stay, as a join by hand left them. */
  isBeside: boolean
  /** Phones that the new one takes the place of. */
  replaced: readonly Identity[]
}

async function changePhone(
  world: World,
  given: RoomNow,
  { number, before, from, at }: InboundChange,
  event: Event,
  { isLate, isBeside, replaced }: NumberChange,
): Promise<RoomNow> {
  const { book } = world
  let room = given
  const phone = from.phone
  const other = book.current(number, 'phone', phone)
  let until: string | null = null
  if (other && other.room !== room.id) {
    const theirs = book.answering(other)
    const there = world.roomOf(other)
    // Another account has answered there since.
    if (theirs && isBefore(at, seenOf(other))) {
      until = seenOf(other)
      offerJoin(world, room, there, other.value, at)
    } else if (theirs) movePhone(world, other, room, event)
    else if (isBefore(there.created_at, at)) {
      end(world, other, at, false)
      offerJoin(world, there, room, other.value, at)
    } else room = await world.join(room, there, at)
  }
  for (const row of phonesOf(world, room)) {
    if (row.value === phone || (row.value !== before.phone && !replaced.includes(row))) continue
    // A later number is known already.
    if (isLate && isBefore(at, seenOf(row)) && row.value !== before.phone) continue
    end(world, row, at)
  }
  if (phone === null) return room
  const [shown, current] = [book.currentOf(room.id, 'phone'), phonesOf(world, room).find(({ value }) => value === phone)]
  if (current) see(world, current, event)
  else if (!shown || !isLate || (isBeside && replaced.length > 0)) addIdentity(world, room, 'phone', phone, event, until)
  else if (!book.of(room.id).some((row) => row.kind === 'phone' && row.value === phone))
    addIdentity(world, room, 'phone', phone, event, seenOf(shown))
  see(world, book.current(number, 'bsuid', from.bsuid), event)
  return room
}
