/** Changes of rooms as buttons make them: kept in the outbox, with the reason on the screen when they could not be. */

import { connectionStore } from '#console/data/api/connection.ts'
import { postMessage } from '#console/data/base/messages.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { changeRooms, type RoomChange } from '#console/data/chat/write.ts'
import { t } from '#console/i18n/i18n.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { reportFailure } from './report-failure.ts'
import { roomName } from './room.ts'

/** A room may leave the list with its new status, and on a phone little else shows that anything happened. */
function sayStatus(rooms: readonly Room[], status: string): void {
  const [only] = rooms
  if (!only) return
  const what = rooms.length === 1 ? `\u2068${roomName(only)}\u2069` : t('chat.count', { count: rooms.length })
  const values = { what, status: choiceLabel(status) }
  postMessage({ kind: 'success', text: t(connectionStore.get() === 'online' ? 'chat.statusNow' : 'chat.statusWaiting', values) })
}

/** Answers whether the change is kept. */
export async function change(rooms: readonly Room[], what: RoomChange): Promise<boolean> {
  const kept = await reportFailure(changeRooms(rooms, what))
  if (kept && 'status' in what) sayStatus(rooms, what.status)
  return kept
}
