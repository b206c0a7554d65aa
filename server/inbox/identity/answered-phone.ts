/** The phone that the provider says a message goes to (docs/product/identity.md#identities). */
import type { RoomNow } from '../inbound/inbound-rooms.ts'
import { addIdentity, type World } from './room-ids.ts'

/** A provider's answer to a message: the phone that was asked for, and the one that it names for it. */
export interface AnsweredPhone {
  asked: string
  phone: string
}

/**
 * Gives a room the phone that its messages go to, so that the customer's answer from there finds it. Of two rooms one is made, unless each
 * has an account of its own. Returns the room that has the messages.
 */
export async function takeAnsweredPhone(world: World, room: RoomNow, { asked, phone }: AnsweredPhone, at: string): Promise<RoomNow> {
  const { book } = world
  const number = room.whatsapp_number
  const mine = book.current(number, 'phone', asked)
  if (mine?.room !== room.id) return room
  const other = book.current(number, 'phone', phone)
  if (!other) {
    const from = { phone, bsuid: null, parent: null, name: null }
    // Messages go to it from now on, unless the customer was seen with the other one.
    const since = mine.seen_at === null ? at : mine.since
    addIdentity(world, room, 'phone', phone, { number, at: since, from, proof: 'answer', isAuthor: false, makesRoom: false })
    return room
  }
  const there = world.roomOf(other)
  const hasQuestion = room.cut_place !== null || there.cut_place !== null
  const areTwo = book.currentOf(room.id, 'bsuid') !== undefined && book.answering(other) !== undefined
  if (there === room || hasQuestion || areTwo || !(await world.mayJoin(there, room))) return room
  return world.join(there, room, at)
}
