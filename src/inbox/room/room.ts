/** Values derived from a room. */
import type { Room } from '#console/data/chat/rooms.ts'
import { showPhone } from '#console/kit/text/phone.ts'

/** Contact name, else the channel's name, else the number. */
export function roomName(room: Pick<Room, 'contact_name' | 'customer_name' | 'customer_phone'>): string {
  return room.contact_name || room.customer_name || showPhone(room.customer_phone)
}

export const isUnread = (room: Pick<Room, 'unread' | 'mark_as_unread'>): boolean => room.unread > 0 || room.mark_as_unread === true

/**
 * What tells a room from others of the same name (docs/product/chat.md#rooms): the customer's number, or for two rooms of one customer the
 * name of our number. Null where the name is enough.
 */
export function numberOf(room: Room, rooms: readonly Room[]): string | null {
  const name = roomName(room).toLowerCase()
  const namesakes = rooms.filter((each) => each.ref !== room.ref && roomName(each).toLowerCase() === name)
  if (!namesakes.length) return null
  const isOneCustomer = namesakes.some((each) => each.customer_phone === room.customer_phone)
  return (isOneCustomer && room.whatsapp_number_name) || showPhone(room.customer_phone)
}
