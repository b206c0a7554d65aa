import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { probe } from '#contract/probe.ts'
import type { Platform } from '../core/context.ts'
import { version } from '../core/version.ts'
import type { Storage } from '../files/storage/storage.ts'
import { StorageError, type StorageProblem } from '../files/storage/storage-error.ts'
import { mountRaw } from '../http/mount.ts'

const live = JSON.stringify({ status: 'ok' })
const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }

/** The cheapest response: clients use it to distinguish network failures from server failures. */
export function mountLive(app: Hono): void {
  mountRaw(app, probe, async () => new Response(live, { headers }))
}

/** Milliseconds for which a look at the place of files holds. */
const holdsMs = 5_000
/** Milliseconds of a probe; a bucket that takes longer is unavailable. */
const probeMs = 2_000

type FilesState = 'ok' | StorageProblem

async function lookAt(storage: Storage): Promise<FilesState> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<FilesState>((resolve) => {
    timer = setTimeout(() => resolve('unavailable'), probeMs)
  })
  const look = storage.check().then(
    (): FilesState => 'ok',
    (error: unknown): FilesState => (error instanceof StorageError ? error.problem : 'unavailable'),
  )
  return Promise.race([look, late]).finally(() => clearTimeout(timer))
}

/** Probes come often, and from several places. */
function watchFiles(storage: Storage): () => Promise<FilesState> {
  let last: { state: Promise<FilesState>; at: number } | null = null
  return () => {
    if (!last || performance.now() - last.at > holdsMs) last = { state: lookAt(storage), at: performance.now() }
    return last.state
  }
}

/**
 * Says that a process serves. Without its files it does not begin to; later it goes on with all the rest, and says so: taking every
 * process away would help nobody.
 */
export function mountHealth(app: Hono, { database, storage }: Platform): void {
  const filesState = watchFiles(storage)
  let hasHadFiles = false
  app.get('/health/ready', async (c) => {
    const noStore = { 'Cache-Control': 'no-store' }
    const files = await filesState()
    hasHadFiles ||= files === 'ok' || files === 'full'
    const isUp = await database.db.execute(sql`select 1`).then(
      () => true,
      () => false,
    )
    const state = files === 'ok' ? {} : { files }
    return isUp && hasHadFiles
      ? c.json({ status: 'ok', ...state }, 200, noStore)
      : c.json({ status: 'unavailable', ...state }, 503, noStore)
  })
  app.get('/version', (c) => c.json({ version }, 200, { 'Cache-Control': 'no-store' }))
}
