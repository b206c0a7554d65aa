/**
 * How large the write-ahead log of the embedded database gets over 100,000 writes, each a transaction of its own, and how long the longest
 * one took. `npx tsx tests/bench/log-growth.ts [writes]`.
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/open.ts'

const MB = 1_048_576
const writes = Number(process.argv[2] ?? 100_000)
/** Writes that share a flush, as under a load. */
const atOnce = 500

async function sizeOf(path: string): Promise<number> {
  const files = await readdir(path, { withFileTypes: true })
  // One that a checkpoint takes away meanwhile is gone.
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map(({ name }) => stat(join(path, name)).catch(() => ({ size: 0 }))),
  )
  return Math.round(sizes.reduce((sum, { size }) => sum + size, 0) / MB)
}

const folder = await mkdtemp(join(tmpdir(), 'lapangan-log-'))
const database = await openDatabase({ dataDir: folder })
try {
  const { db } = database
  await db.execute(sql`create table bench_log (id bigserial primary key, room int, text text, at timestamptz default now())`)
  await db.execute(sql`create index on bench_log (room, at)`)
  const log_MB: number[] = []
  let longest = 0
  const began = performance.now()
  for (let n = 0; n < writes; n += atOnce) {
    await database.hold(async () => {
      for (let one = n; one < n + atOnce; one++) {
        const from = performance.now()
        await database.transaction((tx) =>
          tx.execute(
            sql`insert into bench_log (room, text) values (${(one * 7919) % 500}, ${'Halo kak, masih ada kelasnya? '.repeat(40)})`,
          ),
        )
        longest = Math.max(longest, performance.now() - from)
      }
    })
    if ((n + atOnce) % (writes / 10) === 0) log_MB.push(await sizeOf(join(folder, 'db', 'pg', 'pg_wal')))
  }
  console.log(JSON.stringify({ writes, seconds: Math.round((performance.now() - began) / 1_000), log_MB, longest_ms: Math.round(longest) }))
} finally {
  await database.close()
  await rm(folder, { recursive: true, force: true })
}
