import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { files as uses } from '#server/db/tables/files.ts'
import { users } from '#server/db/tables/people.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { sha256Of } from './files/files.ts'
import { runHousekeeping } from './housekeeping.ts'

let test: TestPlatform
const hours = (count: number) => new Date(Date.now() + count * 3600 * 1000)

beforeAll(async () => {
  test = await testPlatform()
})
afterAll(() => test.close())

it('housekeeping removes files that no row names once they are a day old, and no others', async () => {
  const { files, database } = test.platform
  const upload = async (text: string) => files.store(await files.inspect(new TextEncoder().encode(text), 'a.txt'))
  const [orphan, photo] = [await upload('nobody names this'), await upload('a person names this')]
  // Files of a database that was moved away outlive the new one.
  const older = await upload('another database names this')
  const sha256 = sha256Of(older.url) ?? ''
  await database.db.delete(uses).where(like(uses.path, `%${sha256}`))
  await utimes(join(test.platform.settings.dataDir, 'files', sha256.slice(0, 2), sha256), new Date(0), new Date(0))
  await makePerson(test.platform, [])
  await database.db.update(users).set({ photo })
  await runHousekeeping(test.platform, hours(23))
  expect([await files.find(orphan.url), await files.find(photo.url)]).toEqual([orphan, photo])
  await runHousekeeping(test.platform, hours(25))
  expect([await files.find(orphan.url), await files.find(photo.url), await files.find(older.url)]).toEqual([null, photo, older])
})

/** A server does so itself. */
it.runIf(!process.env.TEST_DATABASE_URL)('vacuums the tables of the embedded database that changed much, once', async () => {
  const { database } = test.platform
  const dead = async () => {
    const { rows } = await database.db.execute<{ dead: number }>(
      sql`select n_dead_tup::int as dead from pg_stat_user_tables where relname = 'kept_numbers'`,
    )
    return rows[0]?.dead
  }
  await database.db.execute(sql`create table kept_numbers as select number from generate_series(1, 2000) as number`)
  await database.db.execute(sql`update kept_numbers set number = number + 1`)
  await runHousekeeping(test.platform)
  expect(await dead()).toBe(0)
  await database.db.execute(sql`update kept_numbers set number = 0 where number < 100`)
  await runHousekeeping(test.platform)
  expect(await dead()).toBe(98)
})
