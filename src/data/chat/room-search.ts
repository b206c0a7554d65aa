/** Which rooms a search means: what is known of them, what was said in them, and where that is nothing, what was nearly meant. */
import { searchPhone, searchWords } from '#contract/chat/found.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { searchText } from '../outbox/overlay/list-evaluate.ts'
import { fuzzyRecord, noMatch } from '../search/fuzzy-terms.ts'
import { wordsOf } from '../search/words.ts'
import type { Room } from './fold.ts'
import type { Found } from './found.ts'

/** Every word somewhere in a room, in any order, or its phone number, however it was written: as on the server. */
function meant(search: string): (room: Room) => boolean {
  const words = searchWords(search)
  const phone = searchPhone(search)
  return (room) => {
    const text = searchText(chatPlatform, room)
    return words.every((word) => text.includes(word)) || (phone !== null && text.includes(phone))
  }
}

const namesOf = ({ contact_name, customer_name, tag }: Room) => [contact_name, customer_name, ...(tag ?? [])].join(' ').toLowerCase()

/** The rooms that a search means, best first; `rooms` in their order, which stays within each kind. */
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
