import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readControlFile } from './control-file.ts'
import { isDatabaseFolder } from './database-folder.ts'
import { openFolder } from './embedded.ts'
import { openDatabase } from './open.ts'
import { roles } from './tables/people.ts'

let root: string
/** A data folder whose database was shut down cleanly; tests damage and repair it. */
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

/** Every path in a folder, with values that change on a write. */
const stateOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { size, mtimeMs, ino } = statSync(join(folder, name))
      return `${name} ${size} ${mtimeMs} ${ino}`
    })

/** Removes or replaces a part of the database while `work` runs. */
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
/** The first file of our tables. */
const ownTable = () =>
  `base/5/${
    readdirSync(join(data, 'base/5'))
      .filter((name) => /^\d+$/.test(name) && Number(name) >= 16_384)
      .sort()[0]
  }`
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
  ['the state of the last transactions is missing', 'pg_xact/0000', () => null, /pg_xact\/0000 is missing/],
  ['the state of the last transactions is empty', 'pg_xact/0000', () => '', /pg_xact\/0000 is cut short/],
  ['the groups that lock a row are missing', 'pg_multixact/offsets/0000', () => null, /pg_multixact\/offsets\/0000 is missing/],
  [
    'the map of catalogs is damaged',
    'base/5/pg_filenode.map',
    () => spoilt('base/5/pg_filenode.map', 100),
    /base\/5\/pg_filenode\.map is damaged/,
  ],
  ['the map of shared catalogs is cut short', 'global/pg_filenode.map', () => 'x', /global\/pg_filenode\.map is damaged/],
  ['the list of relations is missing', 'base/5/1259', () => null, /base\/5\/1259 is missing/],
  ['the list of relations is empty', 'base/5/1259', () => '', /base\/5\/1259 is missing or empty/],
  ['the list of relations is overwritten', 'base/5/1259', () => 'x'.repeat(200_000), /base\/5\/1259: page 0 is damaged/],
  [
    'a row in the list of relations is damaged',
    'base/5/1259',
    () => spoilt('base/5/1259', 8_192 + 8_000),
    /base\/5\/1259: page 1 is damaged/,
  ],
  ['the list of databases is missing', 'global/1262', () => null, /global\/1262 is missing/],
  ['the list of columns is cut short', 'base/5/1249', () => read('base/5/1249').subarray(0, 81_920), /base\/5\/1249 is cut short/],
  ['the head of a page of a catalog is damaged', 'base/5/2610', () => spoilt('base/5/2610', 12), /base\/5\/2610: page 0 is damaged/],
  ['an index of a catalog is missing', 'base/5/2662', () => null, /base\/5\/2662 is missing/],
  ['a table is missing', '', () => null, /base\/5\/\d{5,} is missing/],
  [
    'the log lost its checkpoint',
    `pg_wal/${wal}`,
    () => spoilt(`pg_wal/${wal}`, placeOfCheckpoint() + 8, 'x'.repeat(16)),
    /last checkpoint/,
  ],
]

it.each(damages)('a database is left as it is, and the way out told in one line, where %s', async (_, name, instead, reason) => {
  await without(name || ownTable(), instead(), async () => {
    const before = stateOf(data)
    const opened = openDatabase({ dataDir })
    await expect(opened).rejects.toThrow(reason)
    const line = await opened.catch((error: Error) => error.message)
    expect(line).toContain(data)
    expect(line).toMatch(/^the database in .* cannot be opened: .*restore a backup .*move it away[^\n]*$/)
    expect(stateOf(data)).toEqual(before)
  })
})

it('a database is whole at any moment at which its process is killed, whatever was made, emptied and dropped before', async () => {
  const running = await openDatabase({ dataDir })
  const steps = [
    'create table made (id bigserial primary key, text text); insert into made (text) select repeat(md5(i::text), 40) from generate_series(1, 2000) i',
    'truncate made',
    'begin; create table undone (id int primary key); insert into undone values (1); rollback',
    'insert into made (text) select md5(i::text) from generate_series(1, 2000) i; delete from made',
    'vacuum analyze made',
    'create index on made (text); reindex table made; checkpoint',
    'alter table made add column at timestamptz default now(); cluster made using made_pkey',
    'drop table made',
    'checkpoint',
  ]
  for (const step of steps) {
    for (const statement of step.split('; ')) await running.db.execute(statement)
    expect(isDatabaseFolder(data), step).toBe(true)
  }
  await running.close()
  expect(isDatabaseFolder(data)).toBe(true)
})

const pageSize = 8_192
const fileSize = 16_777_216

it.each([
  ['at the end of a page', pageSize, pageSize - 16],
  ['before its last eight bytes', pageSize, pageSize - 8],
  ['at the end of a file', fileSize, fileSize - 16],
])('a database is whole where its last checkpoint begins %s of the log', async (_, unit, place) => {
  const other = join(root, `at-${unit}-${place}`)
  cpSync(dataDir, other, { recursive: true })
  const { db, close } = await openDatabase({ dataDir: other })
  const { rows } = await db.execute<{ at: number }>(sql`select ((pg_current_wal_insert_lsn() - '0/0') % ${unit}::numeric)::float8 as at`)
  let at = Number(rows[0]?.at)
  const write = async (length: number) => {
    const { rows: written } = await db.execute<{ at: number }>(sql`select
      ((pg_logical_emit_message(false, 'x', repeat('a', ${length}::int)) - '0/0') % ${unit}::numeric)::float8 as at`)
    at = Number(written[0]?.at)
  }
  // A checkpoint at the close begins where the log ends: messages fill it up to there, the last one within a page.
  const lastPage = place - (place % pageSize)
  while (at < lastPage - 2 * pageSize) await write(Math.min(lastPage - pageSize - at, 1_000_000))
  while (at > place - 200 || at < lastPage) await write(300)
  // A message has a header of 48 bytes.
  await write(place - at - 48)
  await close()
  const checkpoint = readControlFile(join(other, 'db/pg'))?.checkpoint ?? 0n
  expect(Number(checkpoint % BigInt(unit))).toBe(place)
  expect(isDatabaseFolder(join(other, 'db/pg'))).toBe(true)
})

it('a database is looked through quickly', () => {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    isDatabaseFolder(data)
    return performance.now() - start
  })
  expect(Math.min(...times)).toBeLessThan(200)
})

it('a database that Postgres does not start in after all is told of with the way out', async () => {
  const running = await openDatabase({ dataDir })
  const killed = join(root, 'does-not-start')
  cpSync(dataDir, killed, { recursive: true })
  await running.close()
  rmSync(join(killed, 'db/lapangan.lock'))
  const catalog = readFileSync(join(killed, 'db/pg/base/5/1259'))
  // Rows alone: after a kill, a page's state is known only once the log was read.
  for (let page = 0; page < catalog.length; page += 8_192) catalog.fill(0xee, page + 4_000, page + 8_192)
  writeFileSync(join(killed, 'db/pg/base/5/1259'), catalog)
  await expect(openDatabase({ dataDir: killed })).rejects.toThrow(
    /^the database in .* cannot be opened: .*restore a backup .*move it away[^\n]*$/,
  )
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

const [unshared, mayMount] = [['-rm', 'sh', '-c'], spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', tmpdir()]).status === 0]
const opens = `import { openDatabase } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)}
  import { closeFolder } from ${JSON.stringify(new URL('../platform/settings/private-folder.ts', import.meta.url).href)}
  const [, dataDir] = process.argv
  await closeFolder(dataDir).then(() => openDatabase({ dataDir })).then((database) => database.close()).then(() => console.log('it opened'), (error) => console.log(error.message))`

describe.skipIf(!mayMount)('on a disk of its own', () => {
  /** Returns the error of opening after `mount`, seen by that process alone. */
  function said(mount: string, folder: string): string {
    const program = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', opens, folder]
    const { stdout, stderr } = spawnSync('unshare', [...unshared, `${mount} && exec "$@"`, 'sh', ...program], { encoding: 'utf8' })
    return stdout.trim() || stderr
  }
  const readOnly = (folder: string) => `mount --bind ${folder} ${folder} && mount -o remount,bind,ro ${folder}`
  const wayOut = 'free space there or make it writable and start again, or set DATA_DIR to a folder elsewhere'

  it('a database that is read-only, or would be made there, is told of with the way out, and stays as it is', () => {
    expect(said('true', dataDir)).toBe('it opened')
    const before = stateOf(data)
    expect(said(readOnly(dataDir), dataDir)).toBe(`DATA_DIR ${dataDir} cannot be used: the disk is read-only; ${wayOut}`)
    expect(stateOf(data)).toEqual(before)
    expect(said(readOnly(empty), empty)).toBe(`the database in ${empty}/db/pg cannot be opened: the disk is read-only; ${wayOut}`)
    const below = join(empty, 'new/data')
    expect(said(readOnly(empty), below)).toBe(`DATA_DIR ${below} cannot be used: the disk is read-only; ${wayOut}`)
    expect(readdirSync(empty)).toEqual([])
  }, 300_000)

  it.each([
    ['from the beginning', 'size=50m'],
    ['by its number of files', 'size=200m,nr_inodes=100'],
  ])(
    'a disk that is full %s is told of with the way out',
    (_, size) => {
      const mount = `mount -t tmpfs -o mode=700,${size} none ${empty}`
      expect(said(mount, empty)).toBe(`the database in ${empty}/db/pg cannot be opened: the disk is full; ${wayOut}`)
    },
    120_000,
  )
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
    // As thrown by the embedded Postgres' file system: no Error, no text.
    [{ name: 'ErrnoError', errno: 51 }, 'the disk is full'],
  ] as const
  for (const [refusal, reason] of refusals) {
    const free = vi.fn(() => {
      throw refusal
    })
    await expect(openFolder(join(empty, 'db'), free)).rejects.toThrow(`cannot be opened: ${reason}`)
  }
})
