import { connectionStore } from '#console/data/api/connection.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { progressStore } from '#console/data/writes/outbox-progress.ts'
import type { FieldProblem } from '#contract/kit/field/errors.ts'

/** Milliseconds; online the response has usually arrived by then. */
const patience = 4_000

export type SaveOutcome =
  | { is: 'done' }
  /** Durable on this device; it is sent when it can be. */
  | { is: 'kept' }
  | { is: 'rejected'; message: string; reason?: unknown; fields: Readonly<Record<string, FieldProblem>> | undefined }

/**
 * The outcome of a change that was just put into the outbox. A refusal removes the row again, because the form still
 * holds its text and the person is there to correct it.
 */
export async function awaitOutcome(id: string): Promise<SaveOutcome> {
  if (!id) return { is: 'done' }
  const row = await settled(id)
  if (row === 'gone') return { is: 'done' }
  if (row === 'waiting') return { is: 'kept' }
  const { discard } = await import('#console/data/writes/actions.ts')
  // An earlier attempt may have been done though its answer was lost; the refusal of a later one does not undo it.
  if ((await discard(row.seq)) === 'sent') return { is: 'done' }
  return { is: 'rejected', message: row.message, reason: row.reason, fields: row.fields }
}

type Rejection = { seq: number; message: string; reason: unknown; fields: Readonly<Record<string, FieldProblem>> | undefined }

function settled(id: string): Promise<'gone' | 'waiting' | Rejection> {
  return new Promise((resolve) => {
    // A change that was merged with somebody else's goes on under another id in the same place.
    let seq: number | null = null
    const finish = (state: 'gone' | 'waiting' | Rejection) => {
      clearTimeout(timer)
      stopRows()
      stopConnection()
      stopProgress()
      resolve(state)
    }
    const look = () => {
      const row = outboxStore.get().rows.find((each) => each.id === id || each.seq === seq)
      seq ??= row?.seq ?? null
      if (!row && seq !== null) finish('gone')
      else if (row?.state === 'parked' && row.reason === 'rejected') {
        finish({ seq: row.seq, message: row.lastError?.message ?? '', reason: row.lastError?.reason, fields: row.lastError?.fields })
      } else if (row?.state === 'parked' || connectionStore.get() !== 'online') finish('waiting')
    }
    const giveUp = () => finish('waiting')
    let timer = setTimeout(giveUp, patience)
    const stopRows = outboxStore.subscribe(look)
    const stopConnection = connectionStore.subscribe(look)
    // Files are on their way: the form says how far, as long as it goes on.
    const stopProgress = progressStore.subscribe(() => {
      if (progressStore.get()[id] === undefined) return
      clearTimeout(timer)
      timer = setTimeout(giveUp, patience)
    })
    queueMicrotask(look)
  })
}
