import type { BrowserContext, Page } from '@playwright/test'
import { nothingWaits, onServer, openLeads, waiting } from './device.ts'
import { expect, laptop, test } from './fixtures.ts'
import { saveToList, textbox } from './forms.ts'
import { waitUntilSettled } from './screens.ts'

/** Takes files of the shell off the device; all caches without a name. Returns how many went. */
const forget = (page: Page, name?: string) =>
  page.evaluate(async (wanted) => {
    let count = 0
    for (const key of await caches.keys()) {
      if (!wanted) count += Number(await caches.delete(key))
      else
        for (const { url } of await (await caches.open(key)).keys())
          if (url.includes(wanted)) count += Number(await (await caches.open(key)).delete(url))
    }
    return count
  }, name)

test('a page without its scripts is words with Repair, not white, and whole again with a line', async ({ device, as, network }) => {
  const context = await device(await as('sales'))
  const page = await openLeads(context)
  expect(await forget(page, '/assets/base-')).toBe(1)
  await network.set({ as: 'drop' })
  await page.reload()
  const repair = page.getByRole('link', { name: 'Repair' })
  await expect(repair).toBeVisible()
  await network.set({ as: 'pass' })
  await repair.click()
  await waitUntilSettled(page)
  await expect(page.locator('tr[data-ref]').first()).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(() => caches.match(document.querySelector<HTMLScriptElement>('script[src*="/base-"]')?.src ?? '').then(Boolean)),
    )
    .toBe(true)
  await network.set({ as: 'drop' })
  await page.reload()
  await waitUntilSettled(page)
  await expect(page.locator('tr[data-ref]').first()).toBeVisible()
})

test('what waits is sent though every cache was emptied meanwhile', async ({ device, as, network }) => {
  const context = await device(await as('sales'))
  const page = await openLeads(context)
  await network.set({ as: 'drop' })
  await page.goto('/leads/add')
  await textbox(page, 'Name').fill('Tanpa Cache Sama Sekali')
  await textbox(page, 'Phone').fill('628115550771')
  await saveToList(page)
  await waiting(page, 1)
  expect(await forget(page)).toBeGreaterThan(0)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Repair' })).toBeVisible()
  await network.set({ as: 'pass' })
  await page.goto('/leads/list')
  const seller = await as('sales')
  await expect.poll(async () => (await onServer(seller, 'Tanpa Cache')).length).toBe(1)
  await nothingWaits(page)
})

/** What is asked for at these addresses is never answered, until the returned function is called. */
async function hold(context: BrowserContext, address: string | RegExp): Promise<() => void> {
  let isHeld = true
  await context.route(address, (route) => (isHeld ? undefined : route.continue()))
  return () => {
    isHeld = false
  }
}

test('a start whose code never comes offers to start again, in words that need no code', async ({ browser, server }) => {
  const context = await browser.newContext({ ...laptop, baseURL: server.url, locale: 'id', serviceWorkers: 'block' })
  const release = await hold(context, '**/assets/*.js')
  const page = await context.newPage()
  await page.goto('/login?next=1', { waitUntil: 'commit' })
  const again = page.getByRole('link', { name: 'Mulai lagi' })
  await expect(page.locator('#hung')).toBeAttached()
  await expect(again).toBeHidden()
  await page.evaluate(() => {
    for (const each of document.getAnimations()) each.finish()
  })
  await expect(again).toBeVisible()
  release()
  await again.click()
  await expect(page.locator('input[type=email]')).toBeVisible()
  await expect(page).toHaveURL(/\?next=1/)
  await context.close()
})

for (const version of ['this', 'an earlier'])
  test(`a script that is gone reloads a page of ${version} version once, and is then said`, async ({ browser, server }) => {
    const context = await browser.newContext({ ...laptop, baseURL: server.url, serviceWorkers: 'block' })
    const page = await context.newPage()
    let pages = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) pages += 1
    })
    await context.route('**/assets/base-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }))
    if (version === 'an earlier')
      await context.route('**/login', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: (await response.text()).replace(/<meta name="start-ms"[^>]*>/, '') })
      })
    await page.goto('/login')
    await expect(page.getByRole('link', { name: 'Start again' })).toBeVisible()
    expect(pages).toBe(2)
    await context.close()
  })

test('a server that says nothing holds up neither the sign-in nor, for more than some seconds, an empty list', async ({
  browser,
  server,
  open,
}) => {
  const guest = await browser.newContext({ ...laptop, baseURL: server.url, serviceWorkers: 'block' })
  await hold(guest, '**/config.json')
  const login = await guest.newPage()
  await login.goto('/login')
  await expect(login.locator('input[type=email]')).toBeVisible()
  await guest.close()

  const page = await open('root', { serviceWorkers: 'block' })
  await hold(page.context(), /\/(in|public)\/v1\/|\/config\.json|\/health\//)
  await page.goto('/bank/list')
  await expect(page.getByText('The server does not answer.').first()).toBeVisible()
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
})

test('a browser that is too old is told so in four languages, before any script', async ({ browser, server }) => {
  const context = await browser.newContext({ ...laptop, baseURL: server.url, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto('/login')
  await expect(page.locator('#old')).toBeHidden()
  // Without the feature by which they are told; such a browser runs none of the modules.
  await page.route('**/login', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/\(zoom: ?1\)/, '(no-such-thing: 1)') })
  })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login')
  for (const words of ['This browser is too old', 'Browser ini terlalu lama', 'Bu tarayıcı', 'هذا المتصفح'])
    await expect(page.getByText(words)).toBeInViewport()
  await context.close()
})
