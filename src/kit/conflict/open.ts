/** Opens the window of a conflict from anywhere: a toast, the outbox screen, the mark of a row. Everything it needs comes with it. */
import { postMessage } from '#console/data/messages.ts'
import { isConflict } from '#console/data/outbox/resolve.ts'
import { outboxKnown } from '#console/data/outbox-known.ts'
import { type OutboxRow, outboxStore } from '#console/data/outbox-store.ts'
import { loadMessages } from '#console/i18n/i18n.ts'

/** Of several toasts about conflicts the last one stays; the window takes it away. */
export const conflictToast = 'conflict'

/** Finds the row once the database said what waits: the copy that stands there first lacks what the person saw of the record. */
async function open(isWanted: (row: OutboxRow) => boolean): Promise<void> {
  try {
    const catalogs = loadMessages(['conflict', 'outbox', 'kit', 'forms', 'sections'])
    const [{ showConflict }] = await Promise.all([import('./conflict-window.tsx'), catalogs, outboxKnown()])
    const row = outboxStore.get().rows.find((each) => isConflict(each) && isWanted(each))
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
