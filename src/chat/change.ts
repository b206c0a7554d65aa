/** Changes of rooms as buttons make them: kept in the outbox, with the reason on the screen when they could not be. */
import type { Room } from '#console/data/chat/rooms.ts'
import { changeRooms, type RoomChange } from '#console/data/chat/write.ts'
import { told } from './tell.ts'

export const change = (rooms: readonly Room[], what: RoomChange): Promise<boolean> => told(changeRooms(rooms, what))
