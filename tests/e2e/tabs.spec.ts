import type { Page } from '@playwright/test'
import { accounts, password } from '#tests/support/accounts.ts'
import { signInTo } from '#tests/support/client.ts'
import { addLead, nothingWaits, onServer, openLeads, waiting } from './device.ts'
import { expect, test } from './fixtures.ts'
import { textbox } from './forms.ts'
import { waitUntilSettled } from './screens.ts'
import { controlWorker } from './worker.ts'

const row = (page: Page, name: string) => page.locator('tr[data-ref]').filter({ hasText: name })

/** Fires the browser's event of a restored network. */
const fireOnline = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')))

test('two tabs share one outbox: changes are seen at once and sent once, and a frozen tab blocks nobody', { tag: '@long' }, async ({
  device,
  network,
  server,
  as,
}) => {
  const admin = await as('admin')
  const context = await device(await signInTo(server.url, 'sales'))
  const [one, two] = [await openLeads(context), await openLeads(context)]

  await network.set({ as: 'drop' })
  await addLead(one, 'Tabita Dua Tab', '6281299991001')
  await waiting(two, 1)
  await expect(row(two, 'Tabita Dua Tab').locator('[data-mark]')).toBeVisible()
  await network.set({ as: 'pass' })
  await nothingWaits(one)
  await nothingWaits(two)
  expect((await onServer(admin, 'Tabita Dua Tab')).map(({ version }) => version)).toEqual([1])

  // The first tab's request hangs, and it is frozen with the lock.
  await network.set({ as: 'hang' })
  await addLead(one, 'Beku Memegang Kunci', '6281299991002')
  await expect
    .poll(() => two.evaluate(async () => (await navigator.locks.query()).held?.some(({ name }) => name?.includes('drain'))))
    .toBe(true)
  const control = await context.newCDPSession(one)
  await control.send('Page.setWebLifecycleState', { state: 'frozen' })
  await network.set({ as: 'pass' })
  await fireOnline(two)
  await waiting(two, 1)
  // A silent minute, on the clock of the active tab.
  await two.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 61_000
  })
  await expect(async () => {
    await fireOnline(two)
    await expect(two.getByRole('link', { name: /waiting$/ })).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
  await control.send('Page.setWebLifecycleState', { state: 'active' })
  await nothingWaits(one)
  expect((await onServer(admin, 'Beku Memegang Kunci')).map(({ version }) => version)).toEqual([1])
})

test('with every tab closed the worker sends what waits; without a valid session it stops and asks for one', { tag: '@whole' }, async ({
  device,
  network,
  server,
  as,
}) => {
  const admin = await as('admin')
  const person = await signInTo(server.url, 'sales')
  const context = await device(person)
  await context.grantPermissions(['notifications'], { origin: network.url })
  const worker = await controlWorker(context, network.url)

  const page = await openLeads(context)
  await network.set({ as: 'drop' })
  await addLead(page, 'Tutup Semua Tab', '6281299991003')
  await waiting(page, 1)
  await page.close()
  expect(context.pages().map((each) => each.url())).toEqual(['about:blank'])
  await network.set({ as: 'pass' })
  expect(await onServer(admin, 'Tutup Semua Tab')).toEqual([])
  await worker.sync()
  await expect.poll(async () => (await onServer(admin, 'Tutup Semua Tab')).map(({ version }) => version)).toEqual([1])

  const again = await openLeads(context)
  await nothingWaits(again)
  await network.set({ as: 'drop' })
  await addLead(again, 'Sesi Habis Satu', '6281299991004')
  await addLead(again, 'Sesi Habis Dua', '6281299991005')
  await waiting(again, 2)
  await again.close()
  await person.fetch('/admin/in/v1/logout', { method: 'POST' })
  await network.set({ as: 'pass' })
  const titles = () => worker.run('self.registration.getNotifications().then((all) => all.map((one) => one.title))')
  // As a browser does, where the first attempt meets a connection that has been cut.
  const syncedTitles = async () => {
    await worker.sync()
    return titles()
  }
  await expect.poll(syncedTitles).toEqual(['Sign in to send 2 changes'])
  expect(await onServer(admin, 'Sesi Habis')).toEqual([])

  const back = await context.newPage()
  await back.goto('/leads/list')
  await expect(back.getByText('Invalid access_token')).toBeVisible()
  await expect(back.getByText('2 changes are safe on this device')).toBeVisible()
  await expect(textbox(back, 'Email')).toHaveValue(accounts.sales)
  await textbox(back, 'Password').fill(password)
  await back.getByRole('button', { name: 'Sign in', exact: true }).click()
  await waitUntilSettled(back)
  await nothingWaits(back)
  expect((await onServer(admin, 'Sesi Habis')).map(({ version }) => version)).toEqual([1, 1])
})
