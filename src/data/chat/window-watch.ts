/**
 * Parks replies whose 24 hours ended while they waited, so that the person can choose a template at once. When the customer writes
 * meanwhile they are requeued. The server decides; this only anticipates it.
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

/** Parked by this client. */
const parkedHere = (row: OutboxRow): boolean => row.reason === 'windowClosed' && row.lastError?.status === 0

/** Parked by the server. */
const isRefused = (row: OutboxRow): boolean => isSend(row) && row.state === 'parked' && row.reason === 'windowClosed' && !parkedHere(row)

const isClosed = ({ window_until }: Pick<RoomRow, 'window_until'>, now: number): boolean =>
  window_until === null || Date.parse(window_until) <= now

/** Returns the row's new state by its room's window; null when it is unchanged. Pure. */
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

/** Checks at every change of rooms or outbox, and in time; returns a stop function. */
export function watchWindows(db: OwnerDatabase): () => void {
  let looking = false
  /** Refused replies in rooms since seen closed: until then only clocks differ. */
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
