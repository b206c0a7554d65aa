import type { Locator, Page } from '@playwright/test'
import { leads } from '#contract/sections/sales/leads.ts'
import { type KillableBrowser, openBrowser } from '#tests/support/browser.ts'
import { signInTo } from '#tests/support/client.ts'
import { readStopped } from '#tests/support/db.ts'
import { type NetworkProxy, startProxy } from '#tests/support/proxy.ts'
import { startServer } from '#tests/support/server.ts'
import type { RunningServer } from '#tests/support/server-process.ts'
import { expect, phone, test } from './fixtures.ts'
import { signInToLeads as signIn, signInToStay } from './killable.ts'
import { waitUntilSettled } from './screens.ts'

let server: RunningServer
let proxy: NetworkProxy
let browser: KillableBrowser

test.beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'warn' } })
})
test.beforeEach(async ({ launchOptions }) => {
  proxy = await startProxy(server)
  browser = await openBrowser(launchOptions.executablePath, { ...phone, baseURL: proxy.url, locale: 'en-GB', timezoneId: 'Asia/Jakarta' })
})
test.afterEach(async () => {
  await browser.dispose()
  await proxy.close()
})
test.afterAll(() => server.dispose())

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).tap()

async function addLead(page: Page, name: string, number: string): Promise<void> {
  await page.getByRole('link', { name: 'Add', exact: true }).tap()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill(number)
  await save(page)
  await expect(page).toHaveURL(/\/leads\/list/)
  await expect(card(page, name)).toBeVisible()
}

async function editLead(page: Page, lead: Locator, city: string): Promise<void> {
  await lead.locator('a[href*="/leads/edit/"]').tap()
  await page.getByRole('textbox', { name: 'City', exact: true }).fill(city)
  await save(page)
  await expect(page).toHaveURL(/\/leads\/list/)
}

/** Waits for the banner, which shifts the screen. */
async function cutNetwork(page: Page): Promise<void> {
  await proxy.set({ as: 'drop' })
  await expect(page.getByText('The server does not answer')).toBeVisible()
}

const waiting = (page: Page, count: number) => expect(page.getByRole('link', { name: `${count} waiting` })).toBeVisible()

test('three changes made without a server survive a killed browser, and each is in the database once', async () => {
  await signInToStay(browser)
  const page = await browser.context.newPage()
  await page.goto('/leads/list')
  await waitUntilSettled(page)
  const cards = await page
    .locator('li[data-ref]')
    .evaluateAll((all) => all.map((one) => ({ ref: one.getAttribute('data-ref') ?? '', name: one.querySelector('a')?.textContent ?? '' })))
  const [first, second] = cards
  if (!first || !second) throw new Error('there are no leads to edit')
  const cardOf = (on: Page, { ref }: { ref: string }) => on.locator(`li[data-ref="${ref}"]`)

  await cutNetwork(page)
  await addLead(page, 'Sinta Tanpa Sinyal', '6281299990001')
  await editLead(page, cardOf(page, first), 'Kota Tanpa Sinyal Satu')
  await editLead(page, cardOf(page, second), 'Kota Tanpa Sinyal Dua')
  await waiting(page, 3)

  await browser.killHard()
  const again = await (await browser.relaunch()).newPage()
  await again.goto('/leads/list')
  await waitUntilSettled(again)
  await waiting(again, 3)
  await expect(card(again, 'Sinta Tanpa Sinyal').getByText('Waiting')).toBeVisible()
  for (const lead of [first, second]) await expect(cardOf(again, lead).getByText('Waiting')).toBeVisible()
  await again.goto('/outbox')
  await expect(again.getByText('Sinta Tanpa Sinyal').first()).toBeVisible()
  await expect(again.getByText(first.name).first()).toBeVisible()
  await expect(again.getByText(second.name).first()).toBeVisible()

  await proxy.set({ as: 'pass' })
  await expect(again.getByRole('link', { name: /waiting$/ })).toHaveCount(0)
  await again.goto('/leads/list')
  await waitUntilSettled(again)
  await expect(again.locator('[data-mark]')).toHaveCount(0)

  const admin = await signInTo(server.url, 'admin')
  const found = async (query: string) => (await admin.list(leads.path, { query, size: '50' })).data
  const [made, ...more] = await found('search:Sinta Tanpa Sinyal')
  expect(more).toEqual([])
  expect(made).toMatchObject({ phone: '6281299990001', version: 1 })
  const edited = await found('search:Kota Tanpa Sinyal')
  expect(edited.map((row) => [row.ref, row.city, row.version]).sort()).toEqual(
    [
      [first.ref, 'Kota Tanpa Sinyal Satu', 2],
      [second.ref, 'Kota Tanpa Sinyal Dua', 2],
    ].sort(),
  )

  expect(await server.stop()).toBe(0)
  const count = (where: string) => readStopped(server.dataDir, `select count(*)::int as n from leads where ${where}`)
  expect(await count("phone = '6281299990001'")).toEqual([{ n: 1 }])
  expect(await count("city like 'Kota Tanpa Sinyal%'")).toEqual([{ n: 2 }])
  await server.restart()
})

test('a lead made without a server is edited before it has a number, and arrives as one lead', { tag: '@long' }, async () => {
  const page = await browser.context.newPage()
  await signIn(page)
  const [chip, range] = [page.getByRole('button', { name: /^New [\d,]+$/ }), page.locator('[data-total]')]
  const numbersOf = async (target: Locator) => ((await target.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? []
  await expect(chip).toBeVisible()
  const [[inStatus = 0], [, , total = 0]] = [await numbersOf(chip), await numbersOf(range)]
  await cutNetwork(page)
  await addLead(page, 'Bayu Belum Bernomor', '6281299990002')
  // Waiting ones are counted, too.
  await expect(chip).toHaveText(`New${inStatus + 1}`)
  await expect(range).toHaveText(`1–11 of ${total + 1}, 1 waiting`)
  await editLead(page, card(page, 'Bayu Belum Bernomor'), 'Kota Setelah Nama')
  await page.getByRole('link', { name: 'Add', exact: true }).tap()
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('0812-9999-0002')
  await expect(page.getByText('This number belongs to Bayu Belum Bernomor already.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('')
  await page.getByRole('button', { name: 'Cancel', exact: true }).tap()
  await expect(page).toHaveURL(/\/leads\/list/)
  await waiting(page, 2)
  await proxy.set({ as: 'pass' })
  await expect(page.getByRole('link', { name: /waiting$/ })).toHaveCount(0)
  const admin = await signInTo(server.url, 'admin')
  const { data } = await admin.list(leads.path, { query: 'search:Bayu Belum Bernomor' })
  expect(data.map((row) => [row.city, row.version])).toEqual([['Kota Setelah Nama', 2]])
})
