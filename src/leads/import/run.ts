/**
 * Sends the rows of an import, part by part and in order. They are stored on the device until the last part is accepted, and repeated parts
 * change nothing: after a lost connection, a reload or a crash it continues with the same part.
 */
import { ApiError } from '#console/data/api/api-error.ts'
import { uploadLock } from '#console/data/api/upload.ts'
import { whenHere, whileHere } from '#console/data/base/while-here.ts'
import { invalidateSection } from '#console/data/query/queries.ts'
import type { ImportDetail } from '#contract/leads/lead-import.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { chooseFile, ownerRef, troubleOf } from './actions.ts'
import { beginImport, finishImport, sendPart } from './calls.ts'
import { storeRows } from './reader.ts'
import { retryUntilAnswered } from './retry.ts'
import { change, emptyState, importStore, type Run } from './state.ts'
import { deleteStoredImport, readPart, readStoredImport, type StoredImport, writeStoredImport } from './stored-import.ts'

/** Stored with the rows, for the result. */
const maxProblems = 10_000

let cancelled = false
let running = false

function update(next: Partial<Run>): void {
  importStore.set((old) => (old.run ? { ...old, run: { ...old.run, ...next } } : old))
}

/** A request that waits for the network, and shows that. */
async function lasting<T>(send: () => Promise<T>, over: () => boolean): Promise<T | null> {
  const answer = await retryUntilAnswered(send, () => update({ state: cancelled ? 'cancelling' : 'waiting' }), over)
  update({ state: cancelled ? 'cancelling' : 'sending' })
  return answer
}

/** Syncs the imported leads and refetches lists. */
async function refresh(): Promise<void> {
  const { pullChanges } = await import('#console/data/start/sync.ts')
  pullChanges()
  await invalidateSection('leads')
}

async function sendAll(
  owner: string,
  { name, duplicates, defaults }: StoredImport,
  run: NonNullable<StoredImport['run']>,
  signal: AbortSignal,
): Promise<ImportDetail | null> {
  const { ref, total, parts } = run
  const isLeft = () => signal.aborted
  let server = await lasting(() => beginImport({ ref, name, total, duplicates, defaults }), isLeft)
  while (server && server.next_part < parts && !cancelled && !isLeft() && server.state === 'running') {
    const number = server.next_part
    update({ part: number, server })
    const rows = await readPart(owner, number)
    if (!rows) throw new DOMException('the rows are no longer on the device', 'InvalidStateError')
    // A part without a known result is counted by the server, which reports it at the end.
    server = await lasting(
      () => sendPart(ref, number, rows),
      () => cancelled || isLeft(),
    )
  }
  signal.throwIfAborted()
  if (server) update({ part: server.next_part, server })
  return lasting(() => finishImport(ref, cancelled), isLeft)
}

/** In one tab at a time; updates of the console wait. Rejects with an AbortError when the page is left, which ends it here. */
function sendAlone(owner: string, kept: StoredImport, run: NonNullable<StoredImport['run']>): Promise<ImportDetail | null> {
  const { locks } = navigator
  const send = () => whileHere((signal) => sendAll(owner, kept, run, signal))
  return whileHere((signal) =>
    locks.request(`import-${owner}`, { signal }, () => locks.request(uploadLock, { mode: 'shared', signal }, send)),
  )
}

/** Sends stored rows. */
async function go(owner: string, kept: StoredImport): Promise<void> {
  const { run } = kept
  if (!run || running) return
  running = true
  cancelled = run.cancelled
  change({ step: 'run', busy: true, trouble: null, run: { ...run, part: 0, state: 'sending', server: null } })
  let isLeft = false
  try {
    const result = await sendAlone(owner, kept, run)
    await deleteStoredImport(owner)
    // An earlier version stored no file with the rows after a reload.
    const file = kept.file instanceof Blob ? { name: kept.name, size: kept.file.size, blob: kept.file } : null
    change({
      ...emptyState,
      step: 'result',
      result,
      file,
      mapping: kept.mapping,
      choice: kept.choice ?? {},
      leftOut: run.bad,
      problems: run.problems ?? [],
    })
    void refresh()
  } catch (error) {
    isLeft = error instanceof DOMException && error.name === 'AbortError'
    const gone = error instanceof ApiError && (error.status === 404 || error.status === 410)
    if (gone) await deleteStoredImport(owner)
    if (!isLeft) change({ busy: false, trouble: gone ? { is: 'ended' } : troubleOf(error) })
  } finally {
    running = false
  }
  if (isLeft) whenHere(() => void goOn())
}

/** Starts the import of the valid rows. */
export async function startImport(): Promise<void> {
  const { file, about, mapping, choice, defaults, duplicates, check } = importStore.get()
  if (!file || !about || !check.found || running) return
  const owner = ownerRef()
  change({ busy: true, trouble: null })
  try {
    const parts = await storeRows(owner)
    const { good, badRows, bad } = check.found
    const run = { ref: uuidv7(), total: good, parts, bad: badRows, problems: bad.slice(0, maxProblems), cancelled: false }
    const kept = { file: file.blob, name: file.name, mapping, choice, defaults, duplicates, run }
    await writeStoredImport(owner, kept)
    await go(owner, kept)
  } catch (error) {
    change({ busy: false, trouble: troubleOf(error) })
  }
}

/** Ends the import after the part in flight. Stored rows are reported and can be undone. */
export async function cancelImport(): Promise<void> {
  cancelled = true
  update({ state: 'cancelling' })
  // A reload before the response must not resume it.
  const kept = await readStoredImport(ownerRef()).catch(() => undefined)
  if (kept?.run && running) await writeStoredImport(ownerRef(), { ...kept, run: { ...kept.run, cancelled: true } }).catch(() => undefined)
}

/** Resumes an unfinished import from the device: a reload returns to the same step. */
export async function resume(): Promise<void> {
  const owner = ownerRef()
  const { step, busy } = importStore.get()
  if (step !== 'file' || busy || !owner) return
  const kept = await readStoredImport(owner).catch(() => undefined)
  if (!kept) return
  if (kept.run) await go(owner, kept)
  else await chooseFile(kept.file, kept.name, kept)
}

/** Continues with the pending part after an error. */
export async function goOn(): Promise<void> {
  const kept = await readStoredImport(ownerRef()).catch(() => undefined)
  if (kept) await go(ownerRef(), kept)
}
