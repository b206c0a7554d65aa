/** A change as it waits in the outbox. */
import { toRecord } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { ApiError } from '../api/api-error.ts'
import { makeRow } from '../outbox/row/make-row.ts'
import type { WaitingFile } from '../outbox/row/types.ts'
import type { Addition } from '../outbox/store/store.ts'
import { mapChosen, waitingKeys, withContent } from '../outbox/wire/file-values.ts'
import { isOnce } from './is-once.ts'
import { refuseCertain } from './refuse-certain.ts'
import { waitingBlob } from './resolve-conflict.ts'
import type { Own, Submission } from './submit.ts'

/** Files that an earlier change brought and that still wait are kept once more: its copies go when it is done. */
async function withWaiting(patch: Readonly<Record<string, unknown>>): Promise<unknown> {
  const keys = waitingKeys(patch)
  if (!keys.length) return patch
  const found = await Promise.all(keys.map(async (key) => [key, await waitingBlob(key)] as const))
  const blobs = new Map(found.flatMap(([key, blob]) => (blob ? [[key, blob] as const] : [])))
  if (blobs.size < new Set(keys).size)
    throw new ApiError('A file of this record was sent meanwhile. Please open the record again.', 409, 'conflict')
  return withContent(patch, blobs)
}

/** A later one says the same thing anew: what makes or moves a record does not, and neither does what adds to it. */
const isSaidAnew = ({ action, method, path }: Submission['call']): boolean =>
  action !== 'create' && action !== 'swap' && method !== 'POST' && (path.includes('{id}') || action !== 'call')

/** A row that waits: files, wherever they stand in the patch, beside it. Throws ApiError where one of an earlier change is no longer here, or where the refusal is certain. */
export async function newRow(
  submission: Submission,
  { owner, plain }: Own,
  touches: readonly string[],
  patch: Record<string, unknown>,
): Promise<Addition> {
  const { call } = submission
  refuseCertain(submission, patch)
  const blobs: { key: string; blob: Blob }[] = []
  const files: WaitingFile[] = []
  const complete = await withWaiting(patch)
  const values = mapChosen(complete, (file, path) => {
    const key = uuidv7()
    const { name, size, type } = file
    blobs.push({ key, blob: file.content })
    files.push({ field: path, key, name, size, type })
    return path.includes('.') ? { waiting: key, name, size, type } : null
  })
  const row = makeRow(call, {
    ...(submission.id && { id: submission.id }),
    owner,
    touches,
    patch: toRecord(values),
    mentions: patch,
    params: submission.params ?? {},
    base: submission.base ?? null,
    files,
    label: submission.label ?? '',
    ...(plain && { plain: isOnce(call) ? 'once' : 'repeatable' }),
  })
  return { row, blobs, replacesRefused: isSaidAnew(call) || submission.isCorrection === true }
}
