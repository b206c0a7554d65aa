import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readControlFile } from './control-file.ts'
import { isDatabaseFolder } from './database-folder.ts'
import { openFolder } from './embedded.ts'
import { openDatabase } from './open.ts'
import { roles } from './people.ts'

let root: string
/** A data folder whose database was stopped well; the tests damage it and put it right again. */
let dataDir: string
let data: string
const wal = '000000010000000000000001'

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'lapangan-damaged-'))
  dataDir = join(root, 'data')
  data = join(dataDir, 'db/pg')
  const database = await openDatabase({ dataDir })
  await database.db.insert(roles).values({ name: 'kept' })
  await database.close()
})
afterAll(() => rmSync(root, { recursive: true }))

/** Every path in a folder, with what changes when something is written to it. */
const stateOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { size, mtimeMs, ino } = statSync(join(folder, name))
      return `${name} ${size} ${mtimeMs} ${ino}`
    })

/** Takes a part of the database away, or puts something else in its place, while `work` runs. */
async function without(name: string, instead: Uint8Array | string | null, work: () => Promise<void>): Promise<void> {
  const [path, aside] = [join(data, name), join(root, 'aside')]
  renameSync(path, aside)
  if (instead !== null) writeFileSync(path, instead)
  try {
    await work()
  } finally {
    rmSync(path, { recursive: true, force: true })
    renameSync(aside, path)
  }
}

const read = (name: string) => readFileSync(join(data, name))
/** A part with some bytes overwritten. */
function spoilt(name: string, at: number, bytes = 'spoilt'): Buffer {
  const content = read(name)
  content.write(bytes, at)
  return content
}
function placeOfCheckpoint(): number {
  const control = readControlFile(data)
  return control ? Number(control.checkpoint % BigInt(control.segmentSize)) : Number.NaN
}

const damages: readonly [string, string, () => Uint8Array | string | null, RegExp][] = [
  ['PG_VERSION is missing', 'PG_VERSION', () => null, /PG_VERSION is missing/],
  ['PG_VERSION is empty', 'PG_VERSION', () => '', /PG_VERSION is damaged/],
  ['PG_VERSION is damaged', 'PG_VERSION', () => 'x18', /PG_VERSION is damaged/],
  ['it is of an older Postgres', 'PG_VERSION', () => '17\n', /of Postgres 17 and this program has 18/],
  ['it is of a newer Postgres', 'PG_VERSION', () => '19\n', /of Postgres 19 and this program has 18/],
  ['global/ is missing', 'global', () => null, /global\/ is missing/],
  ['pg_control is missing', 'global/pg_control', () => null, /pg_control is missing/],
  ['pg_control is empty', 'global/pg_control', () => '', /pg_control is missing or empty/],
  ['pg_control is cut short', 'global/pg_control', () => read('global/pg_control').subarray(0, 4_096), /pg_control is damaged/],
  ['pg_control is damaged', 'global/pg_control', () => spoilt('global/pg_control', 40), /pg_control is damaged/],
  ['a file is in place of global/', 'global', () => 'x', /global\/ is missing/],
  ['base/ is missing', 'base', () => null, /base\/ is missing/],
  ['its database is missing', 'base/5', () => null, /base\/5/],
  ['the state of transactions is missing', 'pg_xact', () => null, /pg_xact\/ is missing/],
  ['a folder that may be empty is missing', 'pg_notify', () => null, /pg_notify\/ is missing/],
  ['its settings are missing', 'postgresql.conf', () => null, /postgresql\.conf is missing/],
  ['the log is missing', 'pg_wal', () => null, /pg_wal\/ is missing/],
  ['the log lost its file', `pg_wal/${wal}`, () => null, /pg_wal\/0{7}1\d+ is missing/],
  ['the log is empty', `pg_wal/${wal}`, () => '', /cut short/],
  ['the log is cut short', `pg_wal/${wal}`, () => read(`pg_wal/${wal}`).subarray(0, 1_000_000), /cut short/],
  ['the log holds nothing', `pg_wal/${wal}`, () => Buffer.alloc(16 * 1_024 * 1_024), /last checkpoint/],
  [
    'the log lost its checkpoint',
    `pg_wal/${wal}`,
    () => spoilt(`pg_wal/${wal}`, placeOfCheckpoint() + 8, 'x'.repeat(16)),
    /last checkpoint/,
  ],
]

it.each(damages)('a database is left as it is, and the way out told in one line, where %s', async (_, name, instead, reason) => {
  await without(name, instead(), async () => {
    const before = stateOf(data)
    const opened = openDatabase({ dataDir })
    await expect(opened).rejects.toThrow(reason)
    const line = await opened.catch((error: Error) => error.message)
    expect(line).toContain(data)
    expect(line).toMatch(/^the database in .* cannot be opened: .*restore a backup .*move it away[^\n]*$/)
    expect(stateOf(data)).toEqual(before)
  })
})

it('a whole database opens with stray files beside and in it, and after its process was killed', async () => {
  const running = await openDatabase({ dataDir })
  await running.db.insert(roles).values({ name: 'not written down yet' })
  const killed = join(root, 'killed')
  cpSync(dataDir, killed, { recursive: true })
  await running.close()
  rmSync(join(killed, 'db/lapangan.lock'))
  for (const stray of ['notes.txt', 'db/notes.txt', 'db/pg/notes.txt']) writeFileSync(join(killed, stray), 'x')
  const opened = await openDatabase({ dataDir: killed })
  const names = (await opened.db.select({ name: roles.name }).from(roles)).map(({ name }) => name)
  await opened.close()
  expect(names).toEqual(['kept', 'not written down yet'])
  expect(readFileSync(join(killed, 'db/pg/notes.txt'), 'utf8')).toBe('x')
})

let empty: string
beforeEach(() => {
  empty = mkdtempSync(join(root, 'empty-'))
})
const refused = (folder: string) => openDatabase({ dataDir: folder }).catch((error: Error) => error.message)

it('a file, or somebody else’s files, in place of the database are left alone', async () => {
  writeFileSync(join(empty, 'db'), 'mine')
  expect(await refused(empty)).toMatch(/db cannot be opened: it is a file and no folder/)
  expect(readFileSync(join(empty, 'db'), 'utf8')).toBe('mine')
  rmSync(join(empty, 'db'))

  mkdirSync(join(empty, 'db'))
  writeFileSync(join(empty, 'db/pg'), 'mine')
  expect(await refused(empty)).toMatch(/db\/pg cannot be opened: it is a file and no folder/)
  rmSync(join(empty, 'db/pg'))

  for (const name of ['PG_VERSION', 'letters']) {
    writeFileSync(join(empty, 'db', name), 'mine')
    expect(await refused(empty)).toMatch(/db cannot be opened: there is something else in it/)
    expect(readdirSync(join(empty, 'db'))).toEqual([name])
    rmSync(join(empty, 'db', name))
  }

  mkdirSync(join(empty, 'db/pg'))
  writeFileSync(join(empty, 'db/pg/letters'), 'mine')
  expect(await refused(empty)).toMatch(/PG_VERSION is missing/)
  expect(readdirSync(join(empty, 'db/pg'))).toEqual(['letters'])
})

it('a database is made where one was begun and not finished, where the old one was moved away, and in an empty folder', async () => {
  mkdirSync(join(empty, 'db/pg.new/base'), { recursive: true })
  writeFileSync(join(empty, 'db/pg.new/PG_VERSION'), '18\n')
  mkdirSync(join(empty, 'db/pg.damaged'))
  mkdirSync(join(empty, 'db/pg'))
  writeFileSync(join(empty, 'secret.key'), 'of before')
  await (await openDatabase({ dataDir: empty })).close()
  expect(isDatabaseFolder(join(empty, 'db/pg'))).toBe(true)
  expect(readdirSync(join(empty, 'db')).sort()).toEqual(['pg', 'pg.damaged'])
})

it('no database is made where a restore was killed between taking the old one away and putting the new one in place', async () => {
  mkdirSync(join(empty, 'restoring-1/db/pg'), { recursive: true })
  expect(await refused(empty)).toMatch(/a restore in .* was cut short: run it again/)
  expect(existsSync(join(empty, 'db'))).toBe(false)
})

it('a full disk is told of, and nothing is made on it', async () => {
  const folder = join(empty, 'db')
  await expect(openFolder(folder, () => 99_999_999)).rejects.toThrow(`the database in ${folder}/pg cannot be opened: the disk is full`)
  expect(readdirSync(folder)).toEqual([])
  const before = stateOf(data)
  await expect(openFolder(join(dataDir, 'db'), () => 31_999_999)).rejects.toThrow('the disk is full')
  expect(stateOf(data)).toEqual(before)
})

it('a disk that refuses is told of by its own reason', async () => {
  const refusals = [
    [{ code: 'EROFS' }, 'the disk is read-only'],
    [{ code: 'EACCES' }, 'this user may not read or write there'],
    // As the file system of the embedded Postgres throws it: no Error, and no text.
    [{ name: 'ErrnoError', errno: 51 }, 'the disk is full'],
  ] as const
  for (const [refusal, reason] of refusals) {
    const free = vi.fn(() => {
      throw refusal
    })
    await expect(openFolder(join(empty, 'db'), free)).rejects.toThrow(`cannot be opened: ${reason}`)
  }
})
