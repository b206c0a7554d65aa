/**
 * Parks replies whose 24 hours ended while they waited, so that the person sees at once what to do: choose a template. When
 * the customer has written meanwhile they go on by themselves. The server decides; this only says sooner what it would say.
 */
import { toText } from '#contract/kit/field/guards.ts'
import { serverNow } from '../base/server-clock.ts'
import type { OutboxRow } from '../outbox/row/types.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { replaceRow } from '../outbox/store/store.ts'
import { windowClosed } from '../outbox/wire/verdict.ts'
import { outboxStore } from '../query/outbox-store.ts'
import { isSend } from './fold.ts'
import { type RoomRow, roomsStore } from './memory.ts'

const checkMs = 15_000

const isTemplate = (row: OutboxRow): boolean => typeof row.patch.template === 'string' && row.patch.template !== ''

/** Parked here, not by the server. */
const parkedHere = (row: OutboxRow): boolean => row.reason === 'windowClosed' && row.lastError?.status === 0

/** Parked by the server. */
const isRefused = (row: OutboxRow): boolean => isSend(row) && row.state === 'parked' && row.reason === 'windowClosed' && !parkedHere(row)

const isClosed = ({ window_until }: Pick<RoomRow, 'window_until'>, now: number): boolean =>
  window_until === null || Date.parse(window_until) <= now

/** How the row stands by what is known of its room; null when it stays as it is. Pure. */
export function byWindow(row: OutboxRow, room: Pick<RoomRow, 'window_until'> | undefined, now: number): OutboxRow | null {
  if (!room || !isSend(row) || isTemplate(row) || row.attempted) return null
  const closed = isClosed(room, now)
  if (closed && row.state === 'queued') {
    return { ...row, state: 'parked', reason: 'windowClosed', lastError: { status: 0, code: windowClosed, message: '' } }
  }
  if (!closed && row.state === 'parked' && parkedHere(row)) {
    return { ...row, state: 'queued', reason: null, nextAttemptAt: 0, lastError: null }
  }
  return null
}

/** Looks whenever rooms or the outbox change, and while time passes; what it gives stops that. */
export function watchWindows(db: OwnerDatabase): () => void {
  let looking = false
  /** Replies that the server refused, in rooms that were seen closed since: until then only the clocks differ. */
  const late = new Set<string>()

  async function sendRefused(row: OutboxRow, room: RoomRow): Promise<void> {
    const ref = row.touches[0] ?? row.id
    if (isClosed(room, serverNow())) late.add(ref)
    else if (late.delete(ref)) await import('../writes/actions.ts').then(({ retry }) => retry(row.seq)).catch(() => undefined)
  }

  async function look(): Promise<void> {
    if (looking) return
    looking = true
    const { rooms } = roomsStore.get()
    for (const row of outboxStore.get().rows) {
      const room = rooms.get(toText(row.patch.room))
      if (room && isRefused(row)) await sendRefused(row, room)
      const next = byWindow(row, room, serverNow())
      if (next) await replaceRow(db, row, (now) => (now.state === row.state ? next : now)).catch(() => false)
      if (next?.state === 'queued') await import('../writes/start.ts').then(({ wakeOutbox }) => wakeOutbox())
    }
    looking = false
  }
  const stops = [outboxStore.subscribe(() => void look()), roomsStore.subscribe(() => void look())]
  const timer = setInterval(() => void look(), checkMs)
  void look()
  return () => {
    clearInterval(timer)
    for (const stop of stops) stop()
  }
}
