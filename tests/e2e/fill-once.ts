import { rm } from 'node:fs/promises'
import { startServer } from '#tests/support/server.ts'
import { demoData } from '#tests/support/server-process.ts'

/** Fills a data folder once; the tests' servers run on copies. */
export default async function fillOnce(): Promise<() => Promise<void>> {
  const server = await startServer({ env: { LOG_LEVEL: 'warn', DEMO_LEADS: '400', DEMO_ROOMS: '40' }, readyWithin: 180_000 })
  await server.stop()
  process.env[demoData] = server.dataDir
  return () => rm(server.dataDir, { recursive: true, force: true })
}
