/**
 * Changes that the device cannot keep, sent straight to the server (docs/offline.md#a-device-that-keeps-nothing). They go by the transport of
 * the outbox, under their ids, and the caller waits for the verdict.
 */
import { ApiError } from '../api/api-error.ts'
import { connectionStore } from '../api/connection.ts'
import { sessionStore } from '../api/session.ts'
import { postMessage } from '../base/messages.ts'
import type { OutboxRow, Verdict } from '../outbox/row/types.ts'
import { createTransport } from '../outbox/send/transport.ts'
import type { Addition } from '../outbox/store/store.ts'
import type { TransportParts } from '../outbox/wire/exchange-as.ts'
import { outboxStore } from '../query/outbox-store.ts'
import { invalidateSection } from '../query/queries.ts'
import { notifyOf } from './await-verdict.ts'
import { OutboxError } from './outbox-error.ts'
import { deliverEvent } from './outbox-events.ts'
import { forgetUnanswered, recallUnanswered, rememberUnanswered } from './unanswered.ts'

/** What became of changes that were sent and not kept. */
export interface Unkept {
  /** Of the last record. */
  ref: string
  /** As a call that was sent at once is answered. */
  response: unknown
}

type Done = Extract<Verdict, { kind: 'done' }>

/** Pauses before further attempts under the same id, in ms. */
const pausesMs = [1_000, 2_000, 4_000]
/** Milliseconds that an earlier change of the same record has to end. */
const maxBehindMs = 10_000

/** Rows that are kept already go first; one that needs the person holds up what follows it. */
async function waitBehind({ touches, dependsOn }: Addition['row']): Promise<void> {
  const refs = new Set([...touches, ...dependsOn])
  const isFree = () => !outboxStore.get().rows.some((row) => row.touches.some((ref) => refs.has(ref)))
  if (isFree()) return
  await new Promise<void>((resolve) => {
    const finish = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = outboxStore.subscribe(() => isFree() && finish())
    const timer = setTimeout(finish, maxBehindMs)
  })
  if (!isFree()) throw new OutboxError('behind')
}

async function attempt(row: OutboxRow, parts: TransportParts): Promise<Verdict> {
  const { session } = sessionStore.get()
  if (session?.user.ref !== row.owner) throw new OutboxError('signed-out')
  let verdict: Verdict | null = null
  const onVerdict = (_: OutboxRow, next: Verdict) => {
    verdict = next
  }
  const options = { signal: new AbortController().signal, onActivity: () => undefined, onVerdict }
  await createTransport(parts).send([row], { token: session.token, owner: row.owner, epoch: 0 }, options)
  return verdict ?? { kind: 'hold', why: 'offline', error: null }
}

/** Throws where the server has not said that it is done. */
async function sendOne({ row: added, blobs }: Addition, sending: Sending, cause: OutboxError): Promise<Done> {
  await waitBehind(added)
  const row: OutboxRow = { ...added, seq: 0 }
  const parts = sending(async ({ files }) =>
    files.flatMap((file) => blobs.flatMap(({ key, blob }) => (key === file.key ? [{ file, blob }] : []))),
  )
  let isSent = false
  for (const pause of [...pausesMs, null]) {
    if (connectionStore.get() === 'offline') break
    const verdict = await attempt(row, parts)
    if (verdict.kind === 'done') return verdict
    if (verdict.kind === 'hold' && verdict.why === 'auth') throw new OutboxError('signed-out', cause)
    if (verdict.kind === 'parked') {
      // The next attempt starts from the record as it is.
      if (verdict.reason === 'conflict') void invalidateSection(row.section)
      const { status, code, message, ...details } = verdict.error
      throw new ApiError(message, status, code, details)
    }
    isSent = true
    if (pause === null) break
    await new Promise((resolve) => setTimeout(resolve, verdict.kind === 'retry' ? Math.max(pause, verdict.afterMs ?? 0) : pause))
  }
  throw isSent ? new OutboxError('unknown', cause) : cause
}

function show(row: OutboxRow, verdict: Done): void {
  const stop = notifyOf(row.id)
  deliverEvent({ kind: 'verdict', row, verdict })
  deliverEvent({ kind: 'stored', rows: [{ id: row.id, section: row.section, isDone: true, left: null }] })
  stop()
}

type Sending = (files: TransportParts['files']) => TransportParts

/**
 * Sends changes in their order; later ones are sent though an earlier one of other records is refused. Throws `cause` without a connection,
 * OutboxError 'unknown' without an answer, and ApiError for the first refusal.
 */
export async function sendUnkept(additions: readonly Addition[], sending: Sending, cause: OutboxError): Promise<Unkept> {
  const { isUnsure } = cause
  // A server without the additions would do twice what the device may have kept.
  if (connectionStore.get() !== 'online' || (isUnsure && additions.some(({ row }) => row.plain))) throw cause
  let unkept: Unkept = { ref: '', response: null }
  let refusal: ApiError | null = null
  for (const each of additions) {
    const addition = await recallUnanswered(each)
    await rememberUnanswered(addition)
    const { row } = addition
    try {
      const verdict = await sendOne(addition, sending, cause)
      await forgetUnanswered(addition)
      show({ ...row, seq: 0 }, verdict)
      const { message = '', refused } = verdict
      unkept = {
        ref: row.touches[0] ?? '',
        response: { message, data: verdict.row, success_entities: [{ message }], failed_entities: refused },
      }
    } catch (error) {
      if (!(error instanceof OutboxError && error.reason === 'unknown')) await forgetUnanswered(addition)
      if (!(error instanceof ApiError)) throw error
      refusal ??= error
    }
  }
  if (refusal) throw refusal
  postMessage({ kind: 'warning', message: 'outbox.unkept' })
  return unkept
}
