import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { openDatabase } from './open.ts'
import { roles, users } from './tables/people.ts'

let test: TestPlatform

beforeAll(async () => {
  test = await testPlatform()
})
afterAll(() => test.close())

it('every driver returns the same JavaScript values', async () => {
  const { rows } = await test.platform.database.db.execute(
    sql`select 9007199254740991::int8 as large, 12.5::numeric as part, date '2026-01-31' as day, '{"a":[1]}'::jsonb as nested, true as yes, null as nothing`,
  )
  expect(rows).toEqual([{ large: 9_007_199_254_740_991, part: 12.5, day: '2026-01-31', nested: { a: [1] }, yes: true, nothing: null }])
})

it('times are stored as ISO 8601, whatever their offset was', async () => {
  const { db } = test.platform.database
  const [user] = await db.insert(users).values({ name: 'A', email: 'a@a.test', last_seen: '2026-03-01T07:30:00.123+07:00' }).returning()
  expect(user?.last_seen).toBe('2026-03-01T00:30:00.123Z')
  expect(user?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

it('text is sorted by code point, as in the console', async () => {
  const { db } = test.platform.database
  const names = ['a', 'B', 'Z', 'b', 'é', '_', '10', '9', 'İ']
  await db.insert(roles).values(names.map((name) => ({ name })))
  const sorted = await db.select({ name: roles.name }).from(roles).orderBy(asc(roles.name))
  expect(sorted.map(({ name }) => name)).toEqual([...names].sort())
})

it('a transaction that throws is rolled back, and a savepoint only by itself', async () => {
  const { database } = test.platform
  const names = async () => (await database.db.select().from(roles)).map(({ name }) => name)
  const add = (tx: typeof database.db, name: string) => tx.insert(roles).values({ name })
  await expect(
    database.transaction(async (tx) => {
      await add(tx, 'lost')
      throw new Error('stop')
    }),
  ).rejects.toThrow('stop')
  await database.transaction(async (tx) => {
    await add(tx, 'kept')
    await tx
      .transaction(async (inner) => {
        await add(inner, 'inner')
        throw new Error('only this')
      })
      .catch(() => undefined)
  })
  expect((await names()).filter((name) => ['lost', 'kept', 'inner'].includes(name))).toEqual(['kept'])
})

it('a query beside an open transaction is refused, but not after it', async () => {
  const { database } = test.platform
  await expect(database.transaction(() => database.db.select().from(users))).rejects.toThrow('only the transaction is used')
  await expect(database.transaction((tx) => tx.transaction(() => database.db.execute(sql`select 1`)))).rejects.toThrow('only the')
  expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})

it('a signal is sent once, after the commit and before the transaction returns', async () => {
  const { database } = test.platform
  const listener: string[] = []
  await database.listen('test', (payload) => listener.push(payload))
  await database.transaction(async (tx) => {
    await database.notify(tx, 'test', 'one two')
    expect(listener).toEqual([])
  })
  expect(listener).toEqual(['one two'])
  await database
    .transaction(async (tx) => {
      await database.notify(tx, 'test', 'never')
      throw new Error('stop')
    })
    .catch(() => undefined)
  expect(listener).toEqual(['one two'])
  // A folder has no other processes.
  if (database.embedded) return
  // Another process's signal, sent last, arrives after all echoes of our own.
  const arrived = new Promise<void>((done) => database.listen('test', (payload) => payload === 'other' && done()))
  await database.db.execute(sql`select pg_notify('test', 'another-process other')`)
  await arrived
  expect(listener).toEqual(['one two', 'other'])
})

it('a folder keeps its data when it is opened again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lapangan-folder-'))
  try {
    const first = await openDatabase({ dataDir })
    await first.db.insert(roles).values({ name: 'kept' })
    await first.close()
    const second = await openDatabase({ dataDir })
    const rows = await second.db.select({ name: roles.name }).from(roles)
    await second.close()
    expect(rows).toEqual([{ name: 'kept' }])
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

it('refs sort by the time of their creation', () => {
  const made = Array.from({ length: 50 }, uuidv7)
  expect(new Set(made).size).toBe(50)
  for (const ref of made) expect(ref).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Math.abs(Number.parseInt((made[0] ?? '').replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(60_000)
})
