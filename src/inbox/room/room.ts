/** Values derived from a room. */
import type { Room } from '#console/data/chat/rooms.ts'
import { showPhone } from '#console/kit/text/phone.ts'

/** Contact name, else the channel's name, else the number. */
export function roomName(room: Pick<Room, 'contact_name' | 'customer_name' | 'customer_phone'>): string {
  return room.contact_name || room.customer_name || showPhone(room.customer_phone)
}

export const isUnread = (room: Pick<Room, 'unread' | 'mark_as_unread'>): boolean => room.unread > 0 || room.mark_as_unread === true
