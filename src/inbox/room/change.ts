/** Changes of rooms by buttons: queued in the outbox, with a message when that fails. */

import { connectionStore } from '#console/data/api/connection.ts'
import { type MessageButton, postMessage } from '#console/data/base/messages.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { changeRooms, type RoomChange } from '#console/data/chat/write.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { isolate } from '#contract/lib/value-parts.ts'
import { reportFailure } from './report-failure.ts'
import { roomName } from './room.ts'

/** A room may leave the list with its new status, and a phone shows little else. */
export function sayStatus(rooms: readonly Room[], status: string, undo?: MessageButton): void {
  const [only] = rooms
  if (!only) return
  const what = rooms.length === 1 ? isolate(roomName(only)) : t('chat.count', { count: rooms.length })
  const values = { what, status }
  const text = t(connectionStore.get() === 'online' ? 'chat.statusNow' : 'chat.statusWaiting', values)
  postMessage({ kind: 'success', text, ...(undo && { buttons: [undo] as const }) })
}

/** Gives each room back the status or the salesperson that it had, in the order of the outbox: also before the change was sent. */
async function giveBack(rooms: readonly Room[], what: RoomChange): Promise<void> {
  for (const room of rooms) {
    const former: RoomChange = 'status' in what ? { status: room.status ?? 'open' } : { assignee_sales: room.assignee_sales ?? 0 }
    if (!(await reportFailure(changeRooms([room], former)))) return
  }
  postMessage({ kind: 'info', text: t('kit.undone') })
}

/** Returns whether it is queued. */
export async function change(rooms: readonly Room[], what: RoomChange): Promise<boolean> {
  const kept = await reportFailure(changeRooms(rooms, what))
  if (!kept || !('status' in what || ('assignee_sales' in what && rooms.length > 1))) return kept
  await loadMessages('kit').catch(() => undefined)
  const status = 'status' in what ? choiceLabel(what.status) : t('chat.assigned')
  sayStatus(rooms, status, { label: t('kit.undo'), run: () => void giveBack(rooms, what) })
  return kept
}
