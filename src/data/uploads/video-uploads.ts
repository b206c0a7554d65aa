/**
 * Videos on their way to the server, ahead of the change that names them: each goes on over a cut by itself, and after a restart once the
 * same file is chosen again (docs/product/videos.md#uploading). The change waits in the outbox until the server has the whole.
 */
import { loadConfig } from '../api/config.ts'
import { connectionStore, reportReached, reportUnreached } from '../api/connection.ts'
import { sessionStore } from '../api/session.ts'
import { readToken, reportUnauthorized } from '../api/token.ts'
import { upload } from '../api/upload.ts'
import { onLeave, onReturn } from '../base/page-life.ts'
import { createStore } from '../base/store.ts'
import { whileHere } from '../base/while-here.ts'
import type { Verdict } from '../outbox/row/types.ts'
import { isVerdict, type StagingParts, stagePieces } from '../outbox/send/staging.ts'
import { exchange } from '../outbox/wire/exchange.ts'
import { hashVideo } from './hash-video.ts'
import { addEntry, keepBytes, readBytes, readEntries, removeEntry, type UploadEntry } from './kept-files.ts'

/** `lost`: the file has to be chosen again. `failed`: the server's words are in `problem`. */
export type UploadPhase = 'sending' | 'paused' | 'offline' | 'done' | 'failed' | 'lost'

export interface VideoUpload extends UploadEntry {
  phase: UploadPhase
  /** Of the bytes that the server has. */
  percent: number
  problem: string
}

type Uploads = Readonly<Record<string, VideoUpload>>

/** By sha256. */
export const uploadsStore = createStore<Uploads>({})

const files = new Map<string, Blob>()
const running = new Map<string, AbortController>()

function change(sha256: string, values: Partial<VideoUpload>): void {
  uploadsStore.set((all) => (all[sha256] ? { ...all, [sha256]: { ...all[sha256], ...values } } : all))
}

const ownerOf = () => sessionStore.get().session?.user.ref ?? ''

function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds)
    const stop = connectionStore.subscribe(() => connectionStore.get() === 'online' && end())
    function end() {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', end)
      resolve()
    }
    signal.addEventListener('abort', end)
  })
}

const [firstPause, longestPause] = [1_000, 30_000]

async function stagingParts(sha256: string, signal: AbortSignal): Promise<StagingParts> {
  return {
    call: { encoding: 'multipart' },
    row: { id: sha256, action: 'create' },
    config: await loadConfig(),
    signal,
    now: () => Date.now(),
    async send(request, onProgress) {
      const token = readToken()
      if (token) request.headers.Authorization = `Bearer ${token}`
      const response = await (request.body ? upload : exchange)(request, { signal, onProgress })
      reportReached()
      if (response.status === 401) reportUnauthorized(token)
      return response
    },
  }
}

/** One go at all that is missing; null where there was no whole answer. */
async function attempt({ sha256, size }: VideoUpload, file: Blob, signal: AbortSignal): Promise<Verdict | 'staged' | null> {
  try {
    const parts = await stagingParts(sha256, signal)
    const onSent = (bytes: number) => change(sha256, { phase: 'sending', percent: Math.min(99, Math.floor((bytes / size) * 100)) })
    const end = await stagePieces(parts, sha256, file, onSent)
    if (end === 'unknown') return null
    return isVerdict(end) ? end : 'staged'
  } catch {
    if (!signal.aborted) reportUnreached()
    return null
  }
}

async function finish(entry: VideoUpload): Promise<void> {
  change(entry.sha256, { phase: 'done', percent: 100 })
  files.delete(entry.sha256)
  await removeEntry(ownerOf(), entry.sha256)
  const { retryStaged } = await import('./retry-staged.ts')
  await retryStaged(entry.sha256)
}

async function run(entry: VideoUpload, file: Blob, signal: AbortSignal): Promise<void> {
  for (let pause = firstPause; !signal.aborted; pause = Math.min(longestPause, pause * 2)) {
    const before = uploadsStore.get()[entry.sha256]?.percent
    const end = await attempt(entry, file, signal)
    if (signal.aborted) return
    if (end === 'staged') return finish(entry)
    if (end?.kind === 'parked') return change(entry.sha256, { phase: 'failed', problem: end.error.message })
    if (uploadsStore.get()[entry.sha256]?.percent !== before) pause = firstPause
    if (end === null || connectionStore.get() !== 'online') change(entry.sha256, { phase: 'offline' })
    await delay(end?.kind === 'retry' && end.afterMs !== null ? end.afterMs : pause, signal)
  }
}

let isFollowing = false

/** What was on its way when the page was left goes on when it returns; meanwhile another tab may send it. */
function followPageLife(): void {
  if (isFollowing) return
  isFollowing = true
  let left: string[] = []
  onLeave(() => {
    left = [...running.keys()]
    for (const control of running.values()) control.abort()
  })
  onReturn(() => left.forEach(resumeUpload))
}

/** In one tab at a time; another waits, and finds all of it there. */
function send(entry: VideoUpload, file: Blob): void {
  running.get(entry.sha256)?.abort()
  const control = new AbortController()
  running.set(entry.sha256, control)
  change(entry.sha256, { phase: connectionStore.get() === 'online' ? 'sending' : 'offline', problem: '' })
  followPageLife()
  const work = () => whileHere((signal) => run(entry, file, signal), control.signal)
  const locked = navigator.locks ? navigator.locks.request(`lapangan-video-${entry.sha256}`, { signal: control.signal }, work) : work()
  void locked
    .catch(() => undefined)
    .finally(() => {
      if (running.get(entry.sha256) === control) running.delete(entry.sha256)
    })
}

/** Begins or goes on with a file of this hash. */
export function startUpload(entry: UploadEntry, file: Blob): void {
  const owner = ownerOf()
  const percent = uploadsStore.get()[entry.sha256]?.percent ?? 0
  const added: VideoUpload = { ...entry, phase: 'sending', percent, problem: '' }
  uploadsStore.set((all) => ({ ...all, [entry.sha256]: added }))
  files.set(entry.sha256, file)
  addEntry(owner, entry)
  void keepBytes(owner, entry.sha256, file)
  send(added, file)
}

/** Sends the picture of a video ahead of it. Returns its hash; null where it does not arrive, for a video without one plays as well. */
export async function stagePoster(picture: Blob): Promise<string | null> {
  const { signal } = new AbortController()
  try {
    const sha256 = await hashVideo(picture, () => undefined, signal)
    const end = await stagePieces(await stagingParts(sha256, signal), sha256, picture, () => undefined)
    return end !== 'unknown' && !isVerdict(end) && end.complete ? sha256 : null
  } catch {
    return null
  }
}

export function pauseUpload(sha256: string): void {
  running.get(sha256)?.abort()
  change(sha256, { phase: 'paused' })
}

/** Goes on after a pause or a refusal; the file has to be chosen again where this page does not have it. */
export function resumeUpload(sha256: string): void {
  const entry = uploadsStore.get()[sha256]
  const file = files.get(sha256)
  if (entry && file) send(entry, file)
  else change(sha256, { phase: 'lost' })
}

export async function dropUpload(sha256: string): Promise<void> {
  running.get(sha256)?.abort()
  files.delete(sha256)
  uploadsStore.set((all) => Object.fromEntries(Object.entries(all).filter(([name]) => name !== sha256)))
  await removeEntry(ownerOf(), sha256)
}

let restored = ''

/** Once per person: goes on with what the device kept, and asks for the rest. */
export async function restoreUploads(): Promise<void> {
  const owner = ownerOf()
  if (!owner || restored === owner) return
  restored = owner
  for (const entry of readEntries(owner)) {
    if (uploadsStore.get()[entry.sha256]) continue
    const lost: VideoUpload = { ...entry, phase: 'lost', percent: 0, problem: '' }
    uploadsStore.set((all) => ({ ...all, [entry.sha256]: lost }))
    const file = await readBytes(owner, entry.sha256)
    if (!file) continue
    files.set(entry.sha256, file)
    send(lost, file)
  }
}
