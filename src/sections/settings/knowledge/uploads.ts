/** Document uploads, one after the other. They continue on other screens. */
import { ApiError } from '#console/data/api/api-error.ts'
import { connectionStore } from '#console/data/api/connection.ts'
import { request } from '#console/data/api/request.ts'
import { createStore } from '#console/data/base/store.ts'
import { invalidateSection } from '#console/data/query/queries.ts'
import { tryAgain } from '#console/data/writes/try-again.ts'
import { problemText } from '#console/kit/text/problem-text.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { maxKnowledgeBytes } from '#contract/lib/knowledge.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { knowledge } from '#contract/sections/settings/knowledge.ts'
import { syncHeaders } from '#contract/sync.ts'
import { advance, notBegun, type UploadEvent, type UploadProgress } from './progress.ts'

export interface Upload {
  /** Id of the row, in every state. */
  id: string
  /** Idempotency key of the upload: a retry is stored once. */
  mutation: string
  /** Retried by the person. */
  isRepeated: boolean
  file: File
  progress: UploadProgress
  /** Translated reason; 'too_large' was never sent. */
  problem: { text: string } | 'too_large' | null
}

export const uploadStore = createStore<readonly Upload[]>([])

const set = (id: string, change: (upload: Upload) => Upload) =>
  uploadStore.set((uploads) => uploads.map((upload) => (upload.id === id ? change(upload) : upload)))
const update = (id: string, event: UploadEvent) => set(id, (upload) => ({ ...upload, progress: advance(upload.progress, event) }))

const create = sectionCall(knowledge, 'create')

async function send({ id, mutation, file }: Upload): Promise<void> {
  const timer = setInterval(() => update(id, { is: 'second' }), 1_000)
  const unsubscribe = connectionStore.subscribe(() => update(id, { is: 'connection', online: connectionStore.get() === 'online' }))
  update(id, { is: 'begun' })
  try {
    const { name, size, type } = file
    await request(create, {
      body: { file: { name, size, type, content: file } },
      headers: { [syncHeaders.key]: mutation },
      onProgress: (percent) => update(id, { is: 'sent', percent }),
    })
    update(id, { is: 'stored' })
    void invalidateSection(knowledge.name)
  } catch (error) {
    const offline = error instanceof ApiError && error.offline
    update(id, { is: 'failed', offline })
    const field = error instanceof ApiError ? error.fields?.file : undefined
    const text = field ? problemText(field) : error instanceof Error ? error.message : ''
    if (!offline) set(id, (upload) => ({ ...upload, problem: { text } }))
  } finally {
    clearInterval(timer)
    unsubscribe()
  }
}

let isSending = false
async function sendAll(): Promise<void> {
  if (isSending) return
  isSending = true
  for (;;) {
    const next = uploadStore.get().find(({ progress }) => progress.status === 'waiting')
    if (!next) break
    await send(next)
  }
  isSending = false
}

/** Nothing waits offline: it fails at once. */
function queued(upload: Upload): Upload {
  if (upload.file.size > maxKnowledgeBytes)
    return { ...upload, progress: advance(notBegun, { is: 'failed', offline: false }), problem: 'too_large' }
  const progress = connectionStore.get() === 'online' ? notBegun : advance(notBegun, { is: 'failed', offline: true })
  return { ...upload, progress, problem: null }
}

/** Successful uploads are removed. */
export function addUploads(files: readonly File[]): void {
  const added = files.map((file) =>
    queued({ id: uuidv7(), mutation: uuidv7(), isRepeated: false, file, progress: notBegun, problem: null }),
  )
  uploadStore.set((uploads) => [...uploads.filter(({ progress }) => progress.status !== 'success'), ...added])
  void sendAll()
}

/** The server may be reachable again unnoticed: it is probed first. */
export function sendAgain(id: string): void {
  void tryAgain(() => {
    // A refusal is repeated for the same mutation.
    set(id, (upload) => queued({ ...upload, mutation: upload.problem ? uuidv7() : upload.mutation, isRepeated: true }))
    void sendAll()
  })
}

export const dismiss = (id: string) => uploadStore.set((uploads) => uploads.filter((upload) => upload.id !== id))
