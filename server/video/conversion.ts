/** The separate conversion of one video (docs/product/videos.md#conversion-alone): the same as that of a record's, while the sender waits. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { isStoredFile, type StoredFile } from '#contract/kit/field/field.ts'
import { videoMessages } from '#contract/kit/field/video.ts'
import { convertVideo } from '#contract/videos.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { sha256Of } from '#server/platform/files/files.ts'
import { findFfmpeg } from '#server/platform/files/find-ffmpeg.ts'
import { mount } from '#server/platform/http/mount.ts'
import { Download } from '#server/platform/http/reply.ts'
import { storedLimit } from '#server/platform/limits/stored-limit.ts'
import { convertApart } from './convert-apart.ts'
import { videoReasonTexts } from './store.ts'

/** Senders that may wait for their turn, and how long for the end. */
const maxWaiting = 10
const maxMs = 30 * 60_000

const chunk = 256 * 1024

/** `end` runs once, when all is read or nobody reads any more. */
async function streamFile(path: string, end: () => Promise<void>): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const file = await open(path)
  const close = () => file.close().then(end)
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const bytes = new Uint8Array(chunk)
      const { bytesRead } = await file.read(bytes, 0, chunk)
      if (bytesRead > 0) return controller.enqueue(bytes.subarray(0, bytesRead))
      await close()
      controller.close()
    },
    cancel: close,
  })
}

async function convert(platform: Platform, file: StoredFile): Promise<Download> {
  const { settings, temporaryFiles, background } = platform
  const sha256 = sha256Of(file.url) ?? ''
  const folder = join(settings.dataDir, 'video-work', `call-${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const end = async () => {
    await rm(folder, { recursive: true, force: true })
    await temporaryFiles.remove(sha256, new Date(Date.now() + 1_000)).catch(() => undefined)
  }
  try {
    const input = await temporaryFiles.fetch(sha256, folder)
    if (!input) throw fieldError('video', 'no_video')
    const request = { input, folder, ffmpeg: await findFfmpeg(settings), maxSeconds: settings.videoMaxSeconds }
    const made = await convertApart(request, AbortSignal.any([background.signal, AbortSignal.timeout(maxMs)]))
    if (!made.ok) {
      const fields = { video: { code: made.reason, message: videoReasonTexts[made.reason] } }
      throw new ApiError(made.reason === 'no_room' ? 'unavailable' : 'invalid', videoMessages.failed, { fields })
    }
    const name = file.name.replace(/(\.[^.]*)?$/, '.mp4')
    return new Download(await streamFile(made.path ?? input, end), name, 'video/mp4')
  } catch (error) {
    await end()
    throw error
  }
}

export function mountConversion(app: Hono, platform: Platform): void {
  const perPerson = storedLimit(platform, 'video conversions', 20, 600)
  let waiting = 0
  mount(
    app,
    platform,
    convertVideo,
    async ({ user, body }) => {
      if (!isStoredFile(body.video)) throw fieldError('video', 'no_video')
      await perPerson.take(user.ref)
      if (waiting >= maxWaiting) throw new ApiError('unavailable', undefined, { retryAfter: 30 })
      waiting += 1
      return convert(platform, body.video).finally(() => {
        waiting -= 1
      })
    },
    { withoutTransaction: true },
  )
}
