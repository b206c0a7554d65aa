/** Changes of rooms by buttons: queued in the outbox, with a message when that fails. */

import { connectionStore } from '#console/data/api/connection.ts'
import { postMessage } from '#console/data/base/messages.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { changeRooms, type RoomChange } from '#console/data/chat/write.ts'
import { t } from '#console/i18n/i18n.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { reportFailure } from './report-failure.ts'
import { roomName } from './room.ts'

/** A room may leave the list with its new status, and a phone shows little else. */
export function sayStatus(rooms: readonly Room[], status: string): void {
  const [only] = rooms
  if (!only) return
  const what = rooms.length === 1 ? `\u2068${roomName(only)}\u2069` : t('chat.count', { count: rooms.length })
  const values = { what, status }
  postMessage({ kind: 'success', text: t(connectionStore.get() === 'online' ? 'chat.statusNow' : 'chat.statusWaiting', values) })
}

/** Returns whether it is queued. */
export async function change(rooms: readonly Room[], what: RoomChange): Promise<boolean> {
  const kept = await reportFailure(changeRooms(rooms, what))
  if (kept && 'status' in what) sayStatus(rooms, choiceLabel(what.status))
  return kept
}
