import { member } from '#contract/sections/member/member.ts'
import { startProxy } from '#tests/support/proxy.ts'
import { expect, laptop, remembered, test } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

test('a cold tab starts without the server: shell, leads and every screen that was precached', async ({ browser, server, as }) => {
  const proxy = await startProxy(server)
  const context = await browser.newContext({ ...laptop, baseURL: proxy.url, storageState: remembered(proxy.url, await as('sales')) })
  try {
    const seller = await as('sales')
    const [own] = (await seller.list(member.path, { size: '1', query: 'status:active' })).data
    const [access] = Array.isArray(own?.products) ? own.products : []
    const lastDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Jakarta' }).format(new Date(access.expires_on))
    const first = await context.newPage()
    await first.goto('/leads/list')
    await waitUntilSettled(first)
    const total = await first.locator('[data-total]').getAttribute('data-total')
    await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    // Shell and leads are cached before the network is cut.
    await expect.poll(() => first.evaluate(() => caches.keys().then((keys) => keys.some((key) => key.includes('precache'))))).toBe(true)
    await expect.poll(() => first.evaluate(rowsOnDevice, { alone: 'leads', sheets: 'leadSheets' })).toBe(Number(total))
    const members = Number((await seller.list(member.path, { size: '1' })).total_record)
    expect(members).toBeGreaterThan(10)
    await expect.poll(() => first.evaluate(rowsOnDevice, { alone: 'members', sheets: 'memberSheets' })).toBe(members)
    // The browser wrote this last; a kill may lose it before the disk has it.
    await first.evaluate(() => localStorage.removeItem('lapangan-leads-held'))
    await first.close()

    await proxy.set({ as: 'drop' })
    const cold = await context.newPage()
    await cold.goto('/leads/list')
    await waitUntilSettled(cold)
    await expect(cold.locator('[data-total]')).toHaveAttribute('data-total', String(total))
    await expect(cold.getByText('The server does not answer.').first()).toBeVisible()

    await cold.getByRole('searchbox', { name: 'Search' }).fill('628')
    await expect(cold.locator('tr[data-ref]').first()).toBeVisible()
    await cold.getByRole('link', { name: 'Add', exact: true }).click()
    await expect(cold.getByRole('heading', { name: 'New Lead' })).toBeVisible()
    await cold.goto('/dashboard')
    await waitUntilSettled(cold)
    await cold.goto('/tag-manager/add')
    await expect(cold.getByRole('heading', { name: 'New Tag' })).toBeVisible()

    // A member that was never on the screen, found by a formatted phone, with current access.
    await cold.goto('/member/list')
    await waitUntilSettled(cold)
    await expect(cold.locator('[data-total]')).toHaveAttribute('data-total', String(members))
    const phone = `0${String(own?.phone).slice(2)}`
    await cold.getByRole('searchbox', { name: 'Search' }).fill(`${phone.slice(0, 4)}-${phone.slice(4, 8)}-${phone.slice(8)}`)
    await expect(cold.locator('[data-total]')).toHaveAttribute('data-total', '1')
    await cold.locator(`tr[data-ref="${own?.ref}"]`).getByRole('link').first().click()
    await expect(cold.getByLabel('City')).toHaveValue(String(own?.city ?? ''))
    await cold.getByRole('main').getByRole('link', { name: 'Memberships' }).click()
    await expect(cold.getByRole('heading', { name: access.product }).first()).toBeVisible()
    await expect(cold.getByText(`until ${lastDay}`).first()).toBeVisible()

    await proxy.set({ as: 'pass' })
    await expect(cold.getByText('The server does not answer.')).toHaveCount(0)
  } finally {
    await context.close()
    await proxy.close()
  }
})

/** Runs in the page: number of rows cached in these stores. */
async function rowsOnDevice({ alone, sheets }: { alone: string; sheets: string }): Promise<number> {
  const databases = await indexedDB.databases()
  const name = databases.find((one) => one.name?.startsWith('lapangan-'))?.name
  if (!name) return 0
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  try {
    const stores = [alone, sheets]
    if (!stores.every((store) => database.objectStoreNames.contains(store))) return 0
    const reading = database.transaction(stores)
    const count = (from: IDBObjectStore | IDBIndex) =>
      new Promise<number>((resolve, reject) => {
        const request = from.count()
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const counts = [count(reading.objectStore(alone)), count(reading.objectStore(sheets).index('refs'))]
    return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0)
  } finally {
    database.close()
  }
}
