/** What the cases of identity do to the ids of a room (docs/product/identity.md#cases). */
import type { Note, Party } from '../inbound/inbound.ts'
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

/** Whether a moment is before another one; not before one that is not known. */
export const isBefore = (at: string, other: string | null) => other !== null && Date.parse(at) < Date.parse(other)

/** Keeps that the person was seen with an identity, if the event is of their doing. */
export function see(world: World, identity: Identity | undefined, { at, isAuthor, from }: Event): void {
  if (!identity || !isAuthor) return
  const isNewer = identity.seen_at === null || isBefore(identity.seen_at, at)
  const parent = identity.kind === 'bsuid' ? (from.parent ?? identity.parent) : identity.parent
  if (isNewer || parent !== identity.parent) world.book.change(identity, { seen_at: isNewer ? at : identity.seen_at, parent })
  if (identity.kind === 'phone') showPhone(world, world.roomOf(identity))
}

/** Gives a room an identity. `until`: it is a former one, which ended then. */
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

/** Ends an identity. `isSucceeded`: what comes of it is still the person's, who has another one since. */
export function end(world: World, identity: Identity | undefined, at: string, isSucceeded = true): void {
  if (!identity) return
  const until = isBefore(at, identity.since) ? identity.since : at
  world.book.change(identity, { current: false, until, is_succeeded: isSucceeded })
  if (identity.kind === 'phone') showPhone(world, world.roomOf(identity))
}

/** Of several, which a join by hand leaves, each stays (docs/product/identity.md#joining). */
export function phonesOf({ book }: World, room: RoomNow): Identity[] {
  return book.of(room.id).filter(({ kind, current }) => kind === 'phone' && current)
}

/** The phone that another one replaces. */
export function onlyPhone(world: World, room: RoomNow): Identity | undefined {
  const phones = phonesOf(world, room)
  return phones.length === 1 ? phones[0] : undefined
}

/** Who has two accounts is answered at the one that was seen last (docs/product/identity.md#joining). */
export function comeBack(world: World, former: Identity, at: string): void {
  const { kind, is_succeeded, until, room } = former
  if (kind !== 'bsuid' || !is_succeeded || until === null || !isBefore(until, at) || world.roomOf(former).cut_place !== null) return
  const now = world.book.currentOf(room, 'bsuid')
  if (now && !isBefore(seenOf(now), at)) return
  if (now) end(world, now, seenOf(now))
  world.book.change(former, { current: true, until: null })
}

/** A phone goes from one room to another that has it now: nobody is joined (case 10). */
export function movePhone(world: World, phone: Identity, to: RoomNow, event: Event): void {
  const from = world.roomOf(phone)
  end(world, phone, event.at, false)
  world.addNote(from, { of: 'numberLost', values: { phone: phone.value } }, `${phone.value} belongs to somebody else now`, event.at)
  addIdentity(world, to, 'phone', phone.value, event)
  world.addNote(to, { of: 'numberKnown', values: { phone: phone.value } }, `The number is known now: ${phone.value}`, event.at)
}

/** Another account answers under the room's number: one room with a cut, until somebody says who it is (case 9). */
export function cut(world: World, room: RoomNow, former: Identity, bsuid: string, event: Event): Identity {
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
