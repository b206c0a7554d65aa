/** Converts one stored video, or finds that it plays as it is. It may be killed at any line: the original stays, and it begins anew. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { type VideoReason, videoMessages } from '#contract/kit/field/video.ts'
import { errorLine } from '#server/db/error-line.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import { videos } from '#server/db/tables/videos.ts'
import type { Platform } from '#server/platform/core/context.ts'
import type { FileStore } from '#server/platform/files/files.ts'
import { findFfmpeg } from '#server/platform/files/find-ffmpeg.ts'
import { hashFile } from '#server/platform/files/storage/hash-file.ts'
import { StorageError } from '#server/platform/files/storage/storage-error.ts'
import { type JobRun, jobKind, PermanentError } from '#server/platform/jobs/kind.ts'
import type { Converted } from './convert.ts'
import { convertApart } from './convert-apart.ts'
import { type Video, videoReasonTexts } from './store.ts'

interface VideoInput extends JobInput {
  video: number
}

type Run = JobRun<VideoInput>

const maxAttempts = 3
/** Milliseconds between two notes of the progress. */
const noteMs = 1_000

const storeOf = ({ files, videos: films }: Pick<Platform, 'files' | 'videos'>, { store }: Video): FileStore =>
  store === '/files' ? files : films

async function setVideo(run: Run, values: Partial<typeof videos.$inferInsert>, left: { done?: number; finished?: boolean } = {}) {
  await run.commit(async (tx) => {
    await tx
      .update(videos)
      .set({ ...values, changed_at: sql`now()` })
      .where(eq(videos.id, run.input.video))
    return { ...left, step: 'converting', items: 0 }
  })
}

async function fail(run: Run, reason: VideoReason): Promise<never> {
  await setVideo(run, { state: 'failed', reason, percent: null })
  throw new PermanentError(`${videoMessages.failed}: ${videoReasonTexts[reason]}`)
}

/** An empty folder of this attempt; what an attempt left that was killed goes. */
async function ownFolder({ settings }: Platform, id: number): Promise<string> {
  const root = join(settings.dataDir, 'video-work')
  await mkdir(root, { recursive: true, mode: 0o700 })
  for (const name of await readdir(root)) if (name.startsWith(`${id}-`)) await rm(join(root, name), { recursive: true, force: true })
  const folder = join(root, `${id}-${randomUUID()}`)
  await mkdir(folder, { mode: 0o700 })
  return folder
}

async function keep(store: FileStore, path: string, name: string): Promise<StoredFile> {
  return store.store(await store.inspectFile({ local: path }, await hashFile(path), name))
}

async function finish(run: Run, video: Video, original: StoredFile, made: Extract<Converted, { ok: true }>): Promise<void> {
  const store = storeOf(run.platform, video)
  const { name } = parse(video.name)
  const { duration, width, height } = made
  const result = made.path === null ? { ...original, type: 'video/mp4' } : await keep(store, made.path, `${name}.mp4`)
  const poster = made.poster === null ? null : await keep(store, made.poster, `${name}.jpg`)
  await setVideo(
    run,
    { state: 'ready', reason: null, percent: null, result, poster, duration, width, height },
    { done: 100, finished: true },
  )
}

type Convert = typeof convertApart

async function convertVideo(run: Run, video: Video, convert: Convert): Promise<void> {
  const { platform, signal } = run
  const store = storeOf(platform, video)
  const folder = await ownFolder(platform, video.id)
  let noted = performance.now()
  let noting = Promise.resolve()
  const note = (percent: number) => {
    if (performance.now() - noted < noteMs) return
    noted = performance.now()
    // A claim that is lost or cancelled aborts the signal, which ends the conversion.
    noting = noting.then(() => setVideo(run, { percent }, { done: percent })).catch(() => undefined)
  }
  try {
    const input = await store.fetch(video.sha256, folder).catch((error: unknown) => {
      const isFull = error instanceof StorageError && error.problem === 'full'
      if (isFull && run.attempts >= maxAttempts) return fail(run, 'no_room')
      throw error
    })
    if (!input) return await fail(run, 'damaged')
    const request = { input, folder, ffmpeg: await findFfmpeg(platform.settings), maxSeconds: platform.settings.videoMaxSeconds }
    const made = await convert(request, signal, note)
    await noting
    if (made.ok) {
      const { name, size, sha256 } = video
      return await finish(run, video, { url: `${video.store}/${sha256}/${encodeURIComponent(name)}`, name, size, type: '' }, made)
    }
    if (made.isFinal || run.attempts >= maxAttempts) return await fail(run, made.reason)
    throw new Error(`${made.reason}: ${made.detail}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A person who cancels the task ends the conversion, not only this attempt. */
async function noteCancelled({ platform, ref, input }: Run): Promise<void> {
  const isCancelled = sql`exists (select 1 from jobs where ref = ${ref} and cancel_asked)`
  await platform.database.db
    .update(videos)
    .set({ state: 'failed', reason: 'cancelled', percent: null })
    .where(sql`${videos.id} = ${input.video} and ${isCancelled}`)
}

async function work(run: Run, convert: Convert): Promise<'done'> {
  const { platform, input } = run
  const [video] = await platform.database.db.select().from(videos).where(eq(videos.id, input.video))
  if (!video || video.state === 'ready') return 'done'
  if (run.attempts > maxAttempts) return fail(run, 'gave_up')
  await setVideo(run, { state: 'converting', percent: 0 }, { done: 0 })
  try {
    await convertVideo(run, video, convert)
  } catch (error) {
    if (run.signal.aborted)
      await noteCancelled(run).catch((later: unknown) => platform.log.error({ error: errorLine(later) }, 'a cancelled video was not noted'))
    throw error
  }
  return 'done'
}

export const videoJobWith = (convert: Convert) => jobKind<VideoInput>('video', 'media', (run) => work(run, convert))
export const videoJob = videoJobWith(convertApart)
