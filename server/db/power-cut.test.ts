import fs, { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type ShadowDisk, watchFlushes } from '#tests/support/shadow-disk.ts'
import { leaveHold } from './group-commit.ts'
import { type Database, openDatabase } from './open.ts'

const wal = 'pg_wal/000000010000000000000001'
let root: string
/** Watched from its opening on: the driver keeps the file of the log open. */
let disk: ShadowDisk
let database: Database

beforeAll(async () => {
  vi.stubEnv('FSYNC', 'true')
  root = mkdtempSync(join(tmpdir(), 'lapangan-power-'))
  await makeWatched()
  disk = watchFlushes(join(root, 'data/db/pg'), join(root, 'disk/db/pg'))
  database = await openDatabase({ dataDir: join(root, 'data') })
  await database.db.execute(sql`create table notes (text text)`)
})
afterAll(async () => {
  await database.close()
  disk.restore()
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})
beforeEach(() => {
  disk.flushes.length = 0
  log.flushes = 0
})

/** Of the making of the database: paths that were flushed before it got its name, those that it had then, and folders flushed later. */
const making = { flushed: new Set<string>(), paths: [] as string[], later: new Set<string>() }

async function makeWatched(): Promise<void> {
  const { open } = fs.promises
  const { openSync, renameSync } = fs
  const spies = [
    vi.spyOn(fs.promises, 'open').mockImplementation(async (path, ...rest) => {
      making.flushed.add(path.toString())
      return open(path, ...rest)
    }),
    vi.spyOn(fs, 'openSync').mockImplementation((path, ...rest) => {
      if (rest[0] === 'r') making[making.paths.length ? 'later' : 'flushed'].add(path.toString())
      return openSync(path, ...rest)
    }),
    vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      const folder = from.toString()
      if (folder.endsWith('pg.new'))
        making.paths = [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))]
      renameSync(from, to)
    }),
  ]
  syncBuiltinESMExports()
  await openDatabase({ dataDir: join(root, 'data') }).then((made) => made.close())
  for (const spy of spies) spy.mockRestore()
  syncBuiltinESMExports()
}

it('a new database gets its name once all of it is flushed, and its name and folders are flushed as well', () => {
  expect(making.paths.length).toBeGreaterThan(900)
  expect(making.paths.filter((path) => !making.flushed.has(path))).toEqual([])
  expect(making.later).toContain(join(root, 'data/db'))
  for (const folder of [root, join(root, 'data')]) expect(making.flushed, folder).toContain(folder)
})

let log = { flushes: 0, content: Buffer.alloc(0) }
/** Content of the log as of its last flush, without the headers that stand between the parts of a record on two pages. */
function readLog(): Buffer {
  const flushes = disk.flushes.length
  if (flushes === log.flushes) return log.content
  const bytes = disk.read(wal)
  const pages = Array.from({ length: bytes.length / 8_192 }, (_, page) => bytes.subarray(page * 8_192 + 24, (page + 1) * 8_192))
  log = { flushes, content: Buffer.concat(pages) }
  return log.content
}

const acknowledged: string[] = []
/** Writes a note, and looks for it in the log of the disk when it is acknowledged. */
async function note(text: string): Promise<void> {
  await database.transaction((tx) => tx.execute(sql`insert into notes values (${text})`))
  expect(readLog().includes(text), text).toBe(true)
  acknowledged.push(text)
}
const texts = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name} ${n}.`)

it('a commit is one flush of the log, and what writes nothing is none', async () => {
  for (const text of texts('alone', 3)) await note(text)
  await database.db.execute(sql`insert into notes values ('without a transaction')`)
  expect(disk.flushes).toEqual([wal, wal, wal, wal])
  await database.db.execute(sql`select * from notes`)
  await Promise.all(texts('read', 5).map((text) => database.transaction((tx) => tx.execute(sql`select ${text}`))))
  await expect(database.transaction((tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow()
  expect(disk.flushes).toHaveLength(4)
})

it('commits that wait for each other share flushes, and none is acknowledged before its own', async () => {
  await Promise.all(texts('together', 60).map(note))
  expect(disk.flushes.length).toBeGreaterThan(0)
  expect(disk.flushes.length).toBeLessThan(30)
})

it('a transaction that fails among others is undone alone, and tells why', async () => {
  const failed = (text: string) =>
    database.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values (${text})`)
      await tx.execute(sql`select 1 / 0`).catch(() => undefined)
    })
  const [, refused] = await Promise.allSettled([note('before it'), failed('undone'), note('after it')])
  expect(refused).toMatchObject({
    status: 'rejected',
    reason: expect.objectContaining({ message: expect.stringContaining('rolled back') }),
  })
  const { rows } = await database.db.execute(sql`select text from notes where text in ('before it', 'undone', 'after it') order by 1`)
  expect(rows).toEqual([{ text: 'after it' }, { text: 'before it' }])
})

it('a commit is acknowledged while the next transaction in the queue waits for that, also where it has failed', async () => {
  for (const breaks of [false, true]) {
    const first = note(`waited for, ${breaks}`)
    await database
      .transaction(async (tx) => {
        await tx.execute(breaks ? sql`select 1 / 0` : sql`select 1`).catch(() => undefined)
        if (!breaks) await first
      })
      .catch(() => undefined)
    await first
  }
})

it('transactions of a hold are flushed at its end, or when somebody else reads what they wrote', async () => {
  const held = async (text: string) => {
    await database.transaction((tx) => tx.execute(sql`insert into notes values (${text})`))
    acknowledged.push(text)
  }
  await database.hold(async () => {
    for (const text of texts('held', 20)) await held(text)
    expect(disk.flushes).toEqual([])
  })
  expect(disk.flushes).toEqual([wal])
  expect(readLog().includes('held 19.')).toBe(true)

  await database.hold(async () => {
    await held('seen')
    await database.db.execute(sql`select * from notes`)
    expect(disk.flushes).toHaveLength(1)
    await leaveHold(async () => void (await database.db.execute(sql`select * from notes`)))
    expect(disk.flushes).toHaveLength(2)
  })
  expect(disk.flushes).toHaveLength(2)
  await expect(
    database.hold(async () => {
      await held('kept although its hold failed')
      throw new Error('stopped')
    }),
  ).rejects.toThrow('stopped')
  expect(disk.flushes).toHaveLength(3)
})

it('a loss of power leaves everything that was acknowledged', async () => {
  vi.stubEnv('FSYNC', 'false')
  const after = await openDatabase({ dataDir: join(root, 'disk') })
  vi.stubEnv('FSYNC', 'true')
  const { rows } = await after.db.execute<{ text: string }>(sql`select text from notes`)
  await after.close()
  expect(acknowledged.length).toBeGreaterThan(80)
  expect(acknowledged.filter((text) => !rows.some((row) => row.text === text))).toEqual([])
})

it('a disk that fails acknowledges nothing more, answers nobody late, and is told of', async () => {
  disk.failWith('EIO')
  await expect(database.transaction((tx) => tx.execute(sql`insert into notes values ('refused')`))).rejects.toThrow(/could not fsync/)
  disk.failWith(null)
  const words = 'the database can be used no more until the next start: the disk fails'
  await expect(database.lost).resolves.toMatchObject({ message: words })
  await expect(database.db.execute(sql`select 1`)).rejects.toMatchObject({ cause: { message: words } })
  await expect(note('later')).rejects.toMatchObject({ message: words })
})
