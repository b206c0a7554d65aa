import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '#server/db/people.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { keepHouse } from './housekeeping.ts'

let test: TestPlatform
const hours = (count: number) => new Date(Date.now() + count * 3600 * 1000)

beforeAll(async () => {
  test = await testPlatform()
})
afterAll(() => test.close())

it('removes files that no row names once they are a day old, and no others', async () => {
  const { files, database } = test.platform
  const upload = async (text: string) => files.store(await files.inspect(new TextEncoder().encode(text), 'a.txt'))
  const [orphan, photo] = [await upload('nobody names this'), await upload('a person names this')]
  await makePerson(test.platform, [])
  await database.db.update(users).set({ photo })
  await keepHouse(test.platform, hours(23))
  expect([await files.find(orphan.url), await files.find(photo.url)]).toEqual([orphan, photo])
  await keepHouse(test.platform, hours(25))
  expect([await files.find(orphan.url), await files.find(photo.url)]).toEqual([null, photo])
})
