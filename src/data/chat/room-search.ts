/** Rooms matching a search: by their fields, by messages, and otherwise by fuzzy match. */
import { searchPhone, searchWords } from '#contract/chat/found.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { searchText } from '../outbox/overlay/list-evaluate.ts'
import { fuzzyRecord, noMatch } from '../search/fuzzy-terms.ts'
import { wordsOf } from '../search/words.ts'
import type { Room } from './fold.ts'
import type { Found } from './found.ts'

/** Whether a room has every word, in any order, or the phone number in any format: as on the server. */
function meant(search: string): (room: Room) => boolean {
  const words = searchWords(search)
  const phone = searchPhone(search)
  return (room) => {
    const text = searchText(chatPlatform, room)
    return words.every((word) => text.includes(word)) || (phone !== null && text.includes(phone))
  }
}

const namesOf = ({ contact_name, customer_name, tag }: Room) => [contact_name, customer_name, ...(tag ?? [])].join(' ').toLowerCase()

/** Matching rooms, best first; within each kind the order of `rooms`. */
export function searchRooms(rooms: readonly Room[], search: string, found: Found): Room[] {
  const isMeant = meant(search)
  const direct = rooms.filter(isMeant)
  const said = rooms.filter((room) => found.has(room.ref) && !isMeant(room))
  if (direct.length) return [...direct, ...said]
  const errorsOf = fuzzyRecord(search)
  const fuzzy = rooms
    .filter((room) => !found.has(room.ref))
    .map((room) => ({ room, errors: errorsOf({ words: wordsOf(namesOf(room)), phone: room.customer_phone }) }))
    .filter(({ errors }) => errors < noMatch)
    .sort((a, b) => a.errors - b.errors)
  return [...fuzzy.map(({ room }) => room), ...said]
}
