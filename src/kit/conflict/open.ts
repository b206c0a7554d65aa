/** Opens the window of a conflict from anywhere: a toast, the outbox screen, the mark of a row. Everything it needs comes with it. */
import { postMessage } from '#console/data/messages.ts'
import { isConflict } from '#console/data/outbox/resolve.ts'
import { type OutboxRow, outboxStore } from '#console/data/outbox-store.ts'
import { loadMessages } from '#console/i18n/i18n.ts'

/** Of several toasts about conflicts the last one stays; the window takes it away. */
export const conflictToast = 'conflict'

async function open(row: OutboxRow | undefined): Promise<void> {
  try {
    const catalogs = loadMessages(['conflict', 'outbox', 'kit', 'forms', 'sections'])
    const [{ showConflict }] = await Promise.all([import('./conflict-window.tsx'), catalogs])
    if (row) await showConflict(row)
    else postMessage({ kind: 'info', message: 'outbox.isGone' })
  } catch {
    postMessage({ kind: 'error', message: 'app.wrong' })
  }
}

const waiting = () => outboxStore.get().rows.filter(isConflict)

/** `seq` of the waiting change. */
export function openConflict(seq: number): Promise<void> {
  return open(waiting().find((row) => row.seq === seq))
}

/** The first conflict that stands before a record. */
export function openConflictOf(ref: string): Promise<void> {
  return open(waiting().find((row) => row.touches.includes(ref)))
}
