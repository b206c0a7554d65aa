import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startCheckpoints } from './checkpoints.ts'
import { readControlFile } from './control-file.ts'
import { openFolder } from './embedded.ts'
import { EmbeddedPostgres } from './embedded-postgres.ts'

const MiB = 1_048_576
let folder = ''
let data = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lapangan-checkpoints-'))
  data = join(folder, 'pg')
  await (await openFolder(folder)).close()
})
afterEach(() => void vi.useRealTimers())
afterAll(() => rm(folder, { recursive: true, force: true }))

const redo = () => readControlFile(data)?.redo ?? 0n

async function logSize(): Promise<number> {
  const names = (await readdir(join(data, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(data, 'pg_wal', name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const write = (mebibytes: number) =>
  `select count(pg_logical_emit_message(false, '', repeat('x', ${MiB}))) from generate_series(1, ${mebibytes})`

it('the log of a running database stays bounded, whatever is written, and waits for a quiet moment while it may', async () => {
  const client = new EmbeddedPostgres({ dataDir: data, relaxedDurability: false })
  await client.waitReady
  let isQuiet = false
  const { look, stop } = startCheckpoints(client, () => isQuiet, { quiet: 4 * MiB, most: 25 * MiB })
  try {
    let made = 0
    let largest = 0
    for (let n = 0; n < 12; n++) {
      await client.exec(write(10))
      if (await look()) made += 1
      largest = Math.max(largest, await logSize())
    }
    // Of 120 MiB; some files are kept to be used again.
    expect([made, largest < 100 * MiB]).toEqual([4, true])
    await client.exec(write(10))
    expect(await look()).toBe(false)
    isQuiet = true
    const before = redo()
    expect([await look(), redo() > before, await look()]).toEqual([true, true, false])
  } finally {
    stop()
    await client.close()
  }
})

it('an opened folder has them by itself, until it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const database = await openFolder(folder)
  const before = redo()
  await database.db.execute(sql.raw(write(70)))
  expect(redo()).toBe(before)
  await vi.advanceTimersByTimeAsync(5_000)
  // It has its turn behind the checkpoint.
  await vi.waitFor(async () => {
    await database.db.execute(sql`select 1`)
    expect(redo() > before).toBe(true)
  })
  await database.close()
  expect(vi.getTimerCount()).toBe(0)
})
