/** What a room is called: it may have no name and no number (docs/product/chat.md#customers-without-a-number). */
import type { RoomRow } from './memory.ts'

export type Named = Pick<RoomRow, 'contact_name' | 'customer_name' | 'customer_phone'> & Partial<Pick<RoomRow, 'username'>>

/** '@rina.uji'; '' for a customer without one. */
export const showUsername = ({ username }: Partial<Pick<RoomRow, 'username'>>): string => (username ? `@${username}` : '')

/** Contact name, else the channel's name, else the username, else the number, else `unnamed`. */
export function nameOf(room: Named, unnamed = 'WhatsApp', showPhone = (phone: string) => phone): string {
  return room.contact_name || room.customer_name || showUsername(room) || (room.customer_phone && showPhone(room.customer_phone)) || unnamed
}
