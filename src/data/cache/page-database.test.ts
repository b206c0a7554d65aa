import 'fake-indexeddb/auto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { openBrowser, type TestBrowser } from '#tests/support/test-browser.ts'

let browser: TestBrowser
let openPageDatabase: typeof import('./page-database.ts').openPageDatabase
beforeEach(async () => {
  vi.resetModules()
  browser = openBrowser()
  openPageDatabase = (await import('./page-database.ts')).openPageDatabase
})
afterEach(() => vi.unstubAllGlobals())

test('a page that is left ends the transactions of every database it has open, and opens none until it is back', async () => {
  const owner = uuidv7()
  const all = [openPageDatabase(owner), openPageDatabase(owner)]
  const outcomes = all.map(
    (db) =>
      new Promise((resolve) => {
        void db
          .transaction('r', db.meta, async () => {
            // It goes on asking, and never ends by itself.
            while (!db.hasBeenClosed()) await db.meta.get('nothing')
          })
          .then(resolve, ({ name }: Error) => resolve(name))
      }),
  )
  await vi.waitFor(() => expect(all.every((db) => db.isOpen())).toBe(true))
  browser.fire('pagehide', { persisted: true })
  expect(await Promise.all(outcomes)).toEqual(['AbortError', 'AbortError'])
  expect(() => openPageDatabase(owner)).toThrow('The page was left')
  browser.fire('pageshow', { persisted: true })
  const later = openPageDatabase(owner)
  await later.meta.put({ key: 'back', value: true })
  expect(await later.meta.count()).toBe(1)
  later.close()
})

test('whatever runs on a page opens its databases by this', () => {
  const others = ['page-database.ts', 'host.ts']
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  const opening = files.filter((file) => readFileSync(join('src', file), 'utf8').includes('new OwnerDatabase('))
  expect(opening.map((file) => file.split(/[\\/]/).at(-1)).sort()).toEqual(others.sort())
})
