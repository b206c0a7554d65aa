import type { EnginePage } from '../page.ts'
import { expectSame, untilWhole } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

/** In the page: whether the person's database answers, from a connection of its own. */
async function isRead(): Promise<boolean> {
  const found = (await indexedDB.databases()).find(({ name }) => /^lapangan-[\da-f]{8}-/.test(name ?? ''))
  if (!found?.name) return false
  const opened = indexedDB.open(found.name)
  return new Promise((resolve) => {
    opened.onerror = () => resolve(false)
    opened.onsuccess = () => {
      const database = opened.result
      const [store = ''] = database.objectStoreNames
      const counting = database
        .transaction([...database.objectStoreNames])
        .objectStore(store)
        .count()
      counting.onsuccess = () => {
        database.close()
        resolve(true)
      }
    }
  })
}

const untilRead = (page: EnginePage) =>
  page.until(
    'the database of the person answers',
    async (read: typeof isRead) => {
      const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 5_000))
      return Promise.race([read(), late])
    },
    isRead,
  )

export const walk: EngineWalk = {
  name: 'the board of leads is left while its worker is busy, and lists, database and Back go on',
  isShort: true,
  async run(world) {
    const page = await world.signInToStay('root')
    for (let round = 1; round <= 2; round++) {
      // At once while the first sync writes, then with all leads there.
      await page.go('/leads/list?view=board')
      if (round > 1) await page.untilShown('li[data-ref]')
      await page.go('/faq/list')
      await untilWhole(page)
      await untilRead(page)
    }
    await page.go('/leads/list?view=board')
    await page.untilShown('li[data-ref]')
    await page.go('/faq/list')
    await page.back()
    await page.untilShown('li[data-ref]')
    await untilRead(page)
    expectSame('the address', await page.path(), '/leads/list?view=board')
  },
}
