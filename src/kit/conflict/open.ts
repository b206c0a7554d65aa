/** Opens a conflict's window from anywhere: a toast, the outbox screen, a row's mark. It loads all it needs. */
import { postMessage } from '#console/data/base/messages.ts'
import { isConflict } from '#console/data/outbox/row/resolve.ts'
import { outboxKnown } from '#console/data/query/outbox-known.ts'
import { type OutboxRow, outboxStore } from '#console/data/query/outbox-store.ts'
import { loadMessages } from '#console/i18n/i18n.ts'

/** Shared id of conflict toasts: only the last one shows; the window dismisses it. */
export const conflictToast = 'conflict'

/** Milliseconds for the database to contain what a message announced. */
const maxWaitMs = 3_000

/**
 * Returns the conflict from the database: the copy in memory lacks the base values, and a message can precede the stored row. Undefined
 * when it no longer waits.
 */
async function waitingConflict(isWanted: (row: OutboxRow) => boolean): Promise<OutboxRow | undefined> {
  await outboxKnown()
  return new Promise((resolve) => {
    const look = (isLast: boolean) => {
      const rows = outboxStore.get().rows.filter(isWanted)
      const row = rows.find(isConflict)
      if (!row && rows.length > 0 && !isLast) return
      stop()
      clearTimeout(timer)
      resolve(row)
    }
    const stop = outboxStore.subscribe(() => look(false))
    const timer = setTimeout(() => look(true), maxWaitMs)
    look(false)
  })
}

async function open(isWanted: (row: OutboxRow) => boolean): Promise<void> {
  try {
    const catalogs = loadMessages(['conflict', 'outbox', 'kit', 'forms', 'sections'])
    const [{ showConflict }, row] = await Promise.all([import('./conflict-window.tsx'), waitingConflict(isWanted), catalogs])
    if (row) await showConflict(row)
    else postMessage({ kind: 'info', message: 'outbox.isGone' })
  } catch {
    postMessage({ kind: 'error', message: 'app.wrong' })
  }
}

/** `seq` of the waiting change. */
export function openConflict(seq: number): Promise<void> {
  return open((row) => row.seq === seq)
}

/** Opens the first conflict of a record. */
export function openConflictOf(ref: string): Promise<void> {
  return open((row) => row.touches.includes(ref))
}
