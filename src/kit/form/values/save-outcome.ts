import { awaitVerdict, type Ending } from '#console/data/writes/await-verdict.ts'
import type { FieldProblem } from '#contract/kit/field/errors.ts'

export type SaveOutcome =
  | { is: 'done' }
  /** Stored on this device; it is sent when it can be. */
  | { is: 'kept' }
  | { is: 'rejected'; message: string; reason?: unknown; fields: Readonly<Record<string, FieldProblem>> | undefined }

/** A change that was merged with somebody else's goes on under another id in the same place. */
async function awaitLast(id: string): Promise<Exclude<Ending, { is: 'again' }>> {
  for (let next = id; ; ) {
    const ending = await awaitVerdict(next)
    if (ending.is !== 'again') return ending
    next = ending.id
  }
}

/**
 * Awaits the outcome of a change that was just queued. A refusal removes the row, because the form still holds the input and the person can
 * correct it.
 */
export async function awaitOutcome(id: string): Promise<SaveOutcome> {
  if (!id) return { is: 'done' }
  const ending = await awaitLast(id)
  if (ending.is === 'done') return { is: 'done' }
  if (ending.is === 'waiting' || ending.reason !== 'rejected') return { is: 'kept' }
  const { discard } = await import('#console/data/writes/actions.ts')
  // An earlier attempt may have been done though its answer was lost; the refusal of a later one does not undo it.
  if ((await discard(ending.row.seq)) === 'sent') return { is: 'done' }
  const { message, reason, fields } = ending.error
  return { is: 'rejected', message, reason, fields }
}
