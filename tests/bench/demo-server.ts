/** Server in this process on a new embedded database with demo data. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/db/open.ts'
import { startDemo } from '#server/demo/start.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { createPlatform } from '#server/platform/create.ts'
import { readSettings, type Settings } from '#server/platform/settings/settings.ts'
import { round } from './in-flight.ts'

export interface DemoServer {
  url: string
  platform: Platform
  /** Seconds of filling. */
  fillSeconds: number
}

/** Serves demo data with `settings` while `work` runs. */
export async function withDemoServer<T>(settings: Partial<Settings>, work: (server: DemoServer) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-bench-'))
  const defaults = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', SIGN_IN_ATTEMPTS: '1000' })
  const platform = await createPlatform({ ...defaults, ...settings }, await openDatabase({ dataDir: folder }))
  const began = performance.now()
  await startDemo(platform)
  const fillSeconds = round((performance.now() - began) / 1_000)
  const server = serve({ fetch: createApp(platform).fetch, port: 0 })
  try {
    await new Promise((ready) => server.once('listening', ready))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    return await work({ url, platform, fillSeconds })
  } finally {
    await new Promise((closed) => server.close(closed))
    await platform.database.close()
    await rm(folder, { recursive: true, force: true })
  }
}
