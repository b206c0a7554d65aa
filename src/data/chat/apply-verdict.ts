/** Applies verdicts to displayed data, before the overlay is removed. */
import type { ChatEvent } from '#contract/chat/events.ts'
import { messagesName, sendMessage } from '#contract/chat/messages.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { getConfig } from '../api/config.ts'
import { sessionStore } from '../api/session.ts'
import { readToken } from '../api/token.ts'
import type { OutboxEvent } from '../outbox/row/event.ts'
import type { OutboxRow, Verdict } from '../outbox/row/types.ts'
import { isKnown, isMessage } from '../outbox/store/chat-cache.ts'
import { exchange } from '../outbox/wire/exchange.ts'
import { reportFailed } from '../outbox/wire/report-failed.ts'
import { isReact, isSend, roomPatch } from './fold.ts'
import { patchRoom, roomsStore, takeMessage } from './memory.ts'

const reported = new Set<string>()

/** Reports once a message of this person that the provider refused after the server accepted it. */
export function reportRefused({ detail_chat: message }: ChatEvent): void {
  const { session } = sessionStore.get()
  if (message?.status !== 'failed' || !message.is_admin || message.sender !== session?.user.name || reported.has(message.ref)) return
  reported.add(message.ref)
  const failed = {
    message: 'failed by the provider',
    code: 'failed',
    at: sendMessage.name,
    detail: `${message.ref} ${message.failure ?? ''}`.trim(),
  }
  void reportFailed(failed, readToken(), getConfig(), exchange)
}

function done(row: OutboxRow, verdict: Extract<Verdict, { kind: 'done' }>): void {
  const user = sessionStore.get().session?.user
  if (isMessage(verdict.row)) takeMessage(verdict.row)
  if (!user || isSend(row) || isReact(row)) return
  const refused = new Set(verdict.refused.map(({ ref }) => ref))
  const rooms = row.section === messagesName ? [row.params.room ?? ''] : row.touches.filter((ref) => !refused.has(ref))
  const known = roomsStore.get().rooms
  for (const ref of rooms) {
    const room = known.get(ref)
    if (room && !isKnown(room, verdict.versions ?? {})) patchRoom(ref, roomPatch(row, user))
  }
}

/** Reads the stream in every tab. */
export function applyVerdict(event: OutboxEvent): void {
  if (event.kind !== 'verdict') return
  const { row, verdict } = event
  if (row.section !== messagesName && row.section !== chatPlatform.name) return
  if (verdict.kind === 'done') done(row, verdict)
}
