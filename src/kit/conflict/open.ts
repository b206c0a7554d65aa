/** Opens the window of a conflict from anywhere: a toast, the outbox screen, the mark of a row. Everything it needs comes with it. */
import { postMessage } from '#console/data/base/messages.ts'
import { isConflict } from '#console/data/outbox/row/resolve.ts'
import { outboxKnown } from '#console/data/query/outbox-known.ts'
import { type OutboxRow, outboxStore } from '#console/data/query/outbox-store.ts'
import { loadMessages } from '#console/i18n/i18n.ts'

/** Of several toasts about conflicts the last one stays; the window takes it away. */
export const conflictToast = 'conflict'

/** Milliseconds for the database to say what a message said before it. */
const maxWaitMs = 3_000

/**
 * The conflict as the database holds it: the copy that stands there first lacks what the person saw of the record, and a
 * message about a conflict may come before the row says so itself. Undefined when nothing of it waits any more.
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

/** The first conflict that stands before a record. */
export function openConflictOf(ref: string): Promise<void> {
  return open((row) => row.touches.includes(ref))
}
