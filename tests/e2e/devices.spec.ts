import type { BrowserContext, Page } from '@playwright/test'
import { accounts, password } from '#tests/support/accounts.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { signInTo } from '#tests/support/client.ts'
import { type LineProxy, startProxy } from '#tests/support/proxy.ts'
import { addLead, nothingWaits, onServer, openDevice, openLeads, waiting } from './device.ts'
import { expect, phone, test } from './fixtures.ts'
import { textbox } from './forms.ts'
import { settled } from './screens.ts'

let proxy: LineProxy
const contexts: BrowserContext[] = []
test.beforeEach(async ({ server }) => {
  proxy = await startProxy(server)
})
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
  await proxy.close()
})

async function device(...input: Parameters<typeof openDevice>): Promise<BrowserContext> {
  const context = await openDevice(...input)
  contexts.push(context)
  return context
}

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

async function signIn(page: Page, email: string): Promise<void> {
  await textbox(page, 'Email').fill(email)
  await textbox(page, 'Password').fill(password)
  await signInButton(page).click()
  await expect(page).not.toHaveURL(/\/login$/)
  await settled(page)
}

async function askToSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

test('a shared device: signing out asks with the number, and another person neither sees nor sends what waits', async ({
  browser,
  server,
  as,
}) => {
  test.setTimeout(120_000)
  const admin = await as('admin')
  const context = await device(browser, proxy.url, await signInTo(server.url, 'sales'), phone)
  const page = await openLeads(context)
  await proxy.set({ as: 'drop' })
  await addLead(page, 'Milik Orang Pertama', '6281299992001')
  await waiting(page, 1)
  await askToSignOut(page)
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 change has not been sent yet')
  await expectAccessible(page, 'signing out with a change waiting')
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)

  await proxy.set({ as: 'pass' })
  await signIn(page, accounts.sales2)
  await page.goto('/outbox')
  await expect(page.getByText('Everything is sent')).toBeVisible()
  await expect(page.getByText('Milik Orang Pertama')).toHaveCount(0)
  await addLead(page, 'Milik Orang Kedua', '6281299992002')
  await nothingWaits(page)
  expect(await onServer(admin, 'Milik Orang Pertama')).toEqual([])
  expect((await onServer(admin, 'Milik Orang Kedua')).map((row) => row.created_by)).toEqual([(await as('sales2')).session.user.name])

  await askToSignOut(page)
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, accounts.sales)
  await nothingWaits(page)
  await expect
    .poll(async () => (await onServer(admin, 'Milik Orang Pertama')).map((row) => [row.version, row.created_by]))
    .toEqual([[1, (await as('sales')).session.user.name]])
})

test('a session that ends while rows are sent, and a token that expires offline: locked, and nothing is lost', async ({
  browser,
  server,
  as,
}) => {
  test.setTimeout(150_000)
  const admin = await as('admin')
  const person = await signInTo(server.url, 'sales')
  const context = await device(browser, proxy.url, person)
  const page = await openLeads(context)

  // The first row is on its way when the token is revoked; the second stands behind it.
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = new Promise<void>((resolve) => {
    void page.route(/\/crm\/in\/v1\/lead$|\/sync\/in\/v1\/mutations$/, async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      resolve()
      await released
      await route.continue()
    })
  })
  await addLead(page, 'Terputus Satu', '6281299992003')
  await held
  await addLead(page, 'Terputus Dua', '6281299992004')
  await person.fetch('/admin/in/v1/logout', { method: 'POST' })
  release()
  await expect(page.getByText('Invalid access_token')).toBeVisible()
  await expect(page.getByText('2 changes are safe on this device')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(textbox(page, 'Email')).toHaveValue(accounts.sales)
  await signIn(page, accounts.sales)
  await nothingWaits(page)
  expect((await onServer(admin, 'Terputus')).map(({ version }) => version)).toEqual([1, 1])

  await page.goto('/leads/list')
  await settled(page)
  await proxy.set({ as: 'drop' })
  await addLead(page, 'Kedaluwarsa Luring', '6281299992005')
  await waiting(page, 1)
  await page.evaluate(() => {
    const [head, , tail] = (localStorage.getItem('jwt_access_token') ?? '').split('.')
    localStorage.setItem('jwt_access_token', [head, btoa(JSON.stringify({ exp: 1_700_000_000 })).replace(/=+$/, ''), tail].join('.'))
  })
  await page.reload()
  await expect(page.getByText('access_token expired')).toBeVisible()
  await expect(page.getByText('1 change is safe on this device')).toBeVisible()
  await expect(page.getByText('Kedaluwarsa Luring')).toHaveCount(0)
  await expect(page.locator('[data-ref]')).toHaveCount(0)
  await expectAccessible(page, 'lock screen')
  await textbox(page, 'Password').fill(password)
  await signInButton(page).click()
  await expect(page.getByText(/Signing in needs the server/)).toBeVisible()
  await expect(textbox(page, 'Password')).toHaveValue(password)
  await proxy.set({ as: 'pass' })
  await expect(async () => {
    await signInButton(page).click()
    await expect(page).toHaveURL(/\/leads\/list/, { timeout: 3_000 })
  }).toPass({ timeout: 20_000 })
  await nothingWaits(page)
  expect((await onServer(admin, 'Kedaluwarsa Luring')).map(({ version }) => version)).toEqual([1])
})
