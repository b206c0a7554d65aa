/** Values derived from a room. */
import { type Named, nameOf, showUsername } from '#console/data/chat/room-name.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import { showPhone } from '#console/kit/text/phone.ts'

export const roomName = (room: Named): string => nameOf(room, '', showPhone) || t('chat.unnamed')

/** Number or username, whichever is known; '' for neither. */
export const roomContact = (room: Pick<Room, 'customer_phone' | 'username'>): string =>
  room.customer_phone ? showPhone(room.customer_phone) : showUsername(room)

export const isUnread = (room: Pick<Room, 'unread' | 'mark_as_unread'>): boolean => room.unread > 0 || room.mark_as_unread === true

/**
 * What tells a room from others of the same name (docs/product/chat.md#rooms): the customer's number, or for two rooms of one customer the
 * name of our number. Null where the name is enough.
 */
export function numberOf(room: Room, rooms: readonly Room[]): string | null {
  const name = roomName(room).toLowerCase()
  const namesakes = rooms.filter((each) => each.ref !== room.ref && roomName(each).toLowerCase() === name)
  if (!namesakes.length) return null
  const contact = roomContact(room)
  const isOneCustomer = namesakes.some((each) => roomContact(each) === contact)
  return (isOneCustomer && room.whatsapp_number_name) || contact || null
}
