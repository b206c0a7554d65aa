/** The single entry point for writes. What may wait goes through the outbox; what needs the network is sent at once. */

import { isRecord } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { isStaged, isStoredAgain } from '#contract/uploads.ts'
import { ApiError, offlineError } from '../api/api-error.ts'
import { connectionStore } from '../api/connection.ts'
import { sessionStore } from '../api/session.ts'
import type { Base } from '../outbox/row/types.ts'
import type { Alongside } from '../outbox/store/store.ts'
import { isChosen } from '../outbox/wire/build-request.ts'
import { OutboxError } from './outbox-error.ts'
import type { Unkept } from './send-unkept.ts'

export interface Submission {
  call: Call<unknown>
  /** Of the mutation, where a form that may be submitted twice has it from its beginning; else made here. */
  id?: string
  params?: Readonly<Record<string, string>>
  /** Refs of every record it affects; for a create the ref it gives (made here when left out). */
  touches?: readonly string[]
  /** Changed fields only; null clears. Chosen files stand in their fields. */
  patch: Readonly<Record<string, unknown>>
  /** What the person saw: the version, and the values of the fields they changed. */
  base?: Base
  /** What the record is called, for the outbox screen. */
  label?: string
  /** The person corrects a try that was refused, so this one takes its place, whatever the call. */
  isCorrection?: boolean
  /** Percent sent, for calls that are sent at once. */
  onProgress?: (percent: number) => void
}

export interface Submitted {
  /** Of the mutation; '' when it was sent at once. */
  id: string
  /** Of all mutations it became: a delete by path is one for each record. */
  ids: readonly string[]
  /** Of the record, as soon as it is made. */
  ref: string
  /** The answer of a call that was sent at once, or of a change that the device could not keep. */
  response?: unknown
}

/** A stored file that did not change is no change: the mask must not name it. */
function withoutStored(call: Call<unknown>, patch: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isUnchanged = (name: string, value: unknown) => {
    const kind = call.body?.[name]?.kind
    // A new record that is a copy has files that are stored already.
    return (
      call.action !== 'create' &&
      kind !== undefined &&
      isFile(kind) &&
      isRecord(value) &&
      !isChosen(value) &&
      !isStaged(value) &&
      !isStoredAgain(value)
    )
  }
  return Object.fromEntries(Object.entries(patch).filter(([name, value]) => !isUnchanged(name, value)))
}

/** A delete by path names one record, so many records are many mutations. */
function split(submission: Submission, touches: readonly string[]): Submission[] {
  if (submission.call.removal?.by !== 'path') return [{ ...submission, touches }]
  const { base } = submission
  return touches.map((ref) => {
    const seen = base?.each?.[ref]
    const own = base && seen && { base: { ...base, each: { [ref]: seen } } }
    return { ...submission, touches: [ref], params: { ...submission.params, id: ref }, ...own }
  })
}

async function sendAtOnce(
  submission: Submission,
  touches: readonly string[],
  patch: Record<string, unknown>,
  ref: string,
): Promise<Submitted> {
  if (connectionStore.get() === 'offline') throw offlineError()
  const { sendMutation } = await import('./send-mutation.ts')
  let response: unknown
  for (const part of split(submission, touches)) response = await sendMutation(part, patch)
  return { id: '', ids: [], ref, response }
}

/** Of a submission as it goes on: everything that may be left out is there. */
function complete(submission: Submission) {
  const { call } = submission
  const isCreate = call.action === 'create'
  const given = typeof submission.patch.ref === 'string' ? submission.patch.ref : submission.touches?.[0]
  const ref = given ?? (isCreate ? uuidv7() : '')
  const touches = submission.touches?.length ? submission.touches : ref ? [ref] : []
  const patch = { ...withoutStored(call, submission.patch), ...(isCreate && { ref }) }
  // A record's own path is its only touch, so the parameter may be left out.
  const only = touches.length === 1 && call.path.includes('{id}') ? { id: touches[0] ?? '' } : {}
  return { completed: { ...submission, params: { ...only, ...submission.params } }, touches, patch, ref }
}

type Complete = ReturnType<typeof complete>

/** Who saves, and whether their server knows the base contract alone. */
export interface Own {
  owner: string
  plain: boolean
}

function readOwn(): Own {
  const { session } = sessionStore.get()
  if (!session) throw new OutboxError('signed-out')
  return { owner: session.user.ref, plain: session.plain === true }
}

interface Kept {
  ids: readonly string[]
  /** Of the first record. */
  ref: string
  unkept: Unkept | null
}

/** Ids of the changes that wait, or what became of those that were sent because the device could not keep them. */
async function keep(all: readonly Complete[], alongside?: Alongside): Promise<Kept> {
  const own = readOwn()
  try {
    const [{ saveAndSend }, { newRow }, { recallUnanswered }] = await Promise.all([
      import('./start.ts'),
      import('./new-row.ts'),
      import('./unanswered.ts'),
    ])
    const additions = await Promise.all(
      all.flatMap(({ completed, touches, patch }) =>
        split(completed, touches).map(async (part) => recallUnanswered(await newRow(part, own, part.touches ?? [], patch))),
      ),
    )
    const unkept = await saveAndSend(own.owner, additions, alongside)
    return { ids: unkept ? [] : additions.map(({ row }) => row.id), ref: additions[0]?.row.touches[0] ?? '', unkept }
  } catch (error) {
    throw error instanceof ApiError || error instanceof OutboxError ? error : new OutboxError('database', error)
  }
}

/**
 * Saves changes that may wait, in their order: all of them or none, and `alongside` with them. Where the device cannot keep them they are
 * sent, as `submit` does. Throws OutboxError when they were neither kept nor sent, ApiError when one that was sent failed.
 */
export async function submitAll(submissions: readonly Submission[], alongside?: Alongside): Promise<void> {
  await keep(submissions.map(complete), alongside)
}

/**
 * Saves a change: resolves once it is durable on the device, and the drain sends it (docs/offline.md#the-idea). A call that
 * needs the network is sent instead and its answer given, and so is a change that the device cannot keep. Throws OutboxError when it was
 * neither kept nor sent, ApiError when a call sent at once failed, or when its refusal is certain (docs/product/messages.md#certain-refusals).
 */
export async function submit(submission: Submission): Promise<Submitted> {
  readOwn()
  const ready = complete(submission)
  const { completed, touches, patch, ref } = ready
  if (completed.call.offline === 'refuse') return sendAtOnce(completed, touches, patch, ref)
  const kept = await keep([ready])
  const { ids, unkept } = kept
  if (unkept) return { id: '', ids: [], ref: ref && unkept.ref, response: unkept.response }
  return { id: ids[0] ?? '', ids, ref: ref && kept.ref }
}
