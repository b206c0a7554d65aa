import { expect, laptop, remembered, test } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

test('the next start shows the last list before the console has run, and forgets it with the session', async ({ browser, server, as }) => {
  const context = await browser.newContext({
    ...laptop,
    baseURL: server.url,
    storageState: remembered(server.url, await as('sales')),
    serviceWorkers: 'block',
  })
  const kept = () => page.evaluate(() => localStorage.getItem('lapangan-last-frame') !== null)
  const page = await context.newPage()
  await page.goto('/leads/list')
  await waitUntilSettled(page)
  await expect.poll(kept).toBe(true)
  const name = (await page.locator('tr[data-ref] a').first().textContent()) ?? ''

  let release: () => void = () => undefined
  const blocked = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await blocked
    await route.continue()
  })
  await page.goto('/leads/list', { waitUntil: 'commit' })
  await expect(page.locator('#last-frame tr[data-ref] a').first()).toHaveText(name)
  await expect(page.locator('#root tr[data-ref]')).toHaveCount(0)
  release()
  await waitUntilSettled(page)
  await expect(page.locator('#last-frame')).toHaveCount(0)
  await page.locator('tr[data-ref] a').first().click()
  await expect(page.locator('input[name=name]')).toHaveValue(name)

  await page.evaluate(() => localStorage.setItem('jwt_access_token', 'none.at.all'))
  await page.goto('/leads/list')
  await expect(page).toHaveURL(/login/)
  expect(await kept()).toBe(false)
  await context.close()
})
