/**
 * Finds the room of an event: by current user id, by a former one, by current phone; else a new one. The cases are those of
 * docs/product/identity.md#cases, and their numbers stand beside the lines that decide them.
 */
import type { RoomNow } from '../inbound/inbound-rooms.ts'
import { type Identity, seenOf } from './book.ts'
import { addIdentity, comeBack, cut, type Event, end, isBefore, movePhone, onlyPhone, see, type World } from './room-ids.ts'

export interface Found {
  room: RoomNow
  /** The identity that the event was of; null where only others name them. */
  identity: Identity | null
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
