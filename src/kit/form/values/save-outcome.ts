import { awaitVerdict, type Ending } from '#console/data/writes/await-verdict.ts'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'

export type SaveOutcome =
  /** `row`: the record as it is now, where the answer carries it; `message`: the server's words, if any. */
  | { is: 'done'; row: AnyRow | null; message?: string | undefined }
  /** Stored on this device; it is sent when it can be. `id` of the change while nothing but a connection is missing. */
  | { is: 'kept'; id: string | null }
  | { is: 'rejected'; message: string; reason?: unknown; fields: Readonly<Record<string, FieldProblem>> | undefined }

/** A change that was merged with somebody else's goes on under another id in the same place. */
async function awaitLast(id: string): Promise<{ last: string; ending: Exclude<Ending, { is: 'again' }> }> {
  for (let last = id; ; ) {
    const ending = await awaitVerdict(last)
    if (ending.is !== 'again') return { last, ending }
    last = ending.id
  }
}

/**
 * Awaits the outcome of a change that was just queued. A refusal removes the row, because the form still holds the input and the person can
 * correct it.
 */
export async function awaitOutcome(id: string): Promise<SaveOutcome> {
  if (!id) return { is: 'done', row: null }
  const { last, ending } = await awaitLast(id)
  if (ending.is === 'done') return { is: 'done', row: ending.verdict?.row ?? null, message: ending.verdict?.message }
  if (ending.is === 'waiting') return { is: 'kept', id: last }
  if (ending.reason !== 'rejected') return { is: 'kept', id: null }
  const { discard } = await import('#console/data/writes/actions.ts')
  // An earlier attempt may have been done though its answer was lost; the refusal of a later one does not undo it.
  if ((await discard(ending.row.seq)) === 'sent') return { is: 'done', row: null }
  const { message, reason, fields } = ending.error
  return { is: 'rejected', message, reason, fields }
}
