/** What a verdict does to what is shown, before the change itself lets go of the screen. */
import { errorLog, errorLogToken } from '#contract/chat/error-logs.ts'
import { messagesName, sendMessage } from '#contract/chat/messages.ts'
import { chatPlatform } from '#contract/sections/chat-platform.ts'
import { isKnown, isMessage } from '../outbox/held-chat.ts'
import type { OutboxRow, Verdict } from '../outbox/types.ts'
import { request } from '../request.ts'
import { sessionStore } from '../session.ts'
import { readToken } from '../token.ts'
import { roomPatch } from './fold.ts'
import { patchRoom, roomsStore, takeMessage } from './memory.ts'

type Outcome = Extract<Verdict, { kind: 'done' | 'parked' }>

const reported = new Set<string>()

/** Told once, without contents: that a message was refused for good, and why (part-2 section 7, 'Other'). */
function report(row: OutboxRow, { reason, error }: Extract<Verdict, { kind: 'parked' }>): void {
  if (error.status === 0 || reported.has(row.id)) return
  reported.add(row.id)
  const message = `${reason} ${error.status}`
  const headers = { [errorLogToken]: readToken() ?? '' }
  void request(errorLog, { headers, body: { message, code: error.code, at: sendMessage.name, detail: row.id } }).catch(() => undefined)
}

function done(row: OutboxRow, verdict: Extract<Outcome, { kind: 'done' }>): void {
  const user = sessionStore.get().session?.user
  if (isMessage(verdict.row)) takeMessage(verdict.row)
  if (!user || row.call === sendMessage.name) return
  const refused = new Set(verdict.refused.map(({ ref }) => ref))
  const rooms = row.section === messagesName ? [row.params.room ?? ''] : row.touches.filter((ref) => !refused.has(ref))
  const known = roomsStore.get().rooms
  for (const ref of rooms) {
    const room = known.get(ref)
    if (room && !isKnown(room, verdict.versions ?? {})) patchRoom(ref, roomPatch(row, user))
  }
}

/** Heard in every tab; only the one that writes to the device reports, so that it is told once. */
export function applyVerdict(row: OutboxRow, verdict: Verdict, writes: boolean): void {
  if (row.section !== messagesName && row.section !== chatPlatform.name) return
  if (verdict.kind === 'done') done(row, verdict)
  if (verdict.kind === 'parked' && row.call === sendMessage.name && writes) report(row, verdict)
}
