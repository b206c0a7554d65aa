/** Platforms on demo data, created once per process; each starts with a copy. */
import { rmSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageOf } from '#server/db/embedded.ts'
import { startDemo } from '#server/demo/start.ts'
import { type Beginning, type TestPlatform, testPlatform } from './api.ts'

const demo = { DEMO: 'true', DEMO_LEADS: '120' }
let filled: Promise<Beginning> | undefined

async function fill(): Promise<Beginning> {
  const { platform, close } = await testPlatform(demo)
  await startDemo(platform)
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-demo-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await cp(platform.settings.dataDir, folder, { recursive: true })
  const image = await imageOf(platform.database)
  await close()
  return { image, folder }
}

/** `env`: beside the demo's. */
export async function demoPlatform(env: Readonly<Record<string, string>> = {}): Promise<TestPlatform> {
  // Postgres has no image to copy.
  if (process.env.TEST_DATABASE_URL) {
    const test = await testPlatform({ ...demo, ...env })
    await startDemo(test.platform)
    return test
  }
  filled ??= fill()
  return testPlatform({ ...demo, ...env }, await filled)
}
