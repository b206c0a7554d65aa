import type { BrowserContext } from '@playwright/test'
import { autoText } from '#contract/sections/auto-text.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { type LineProxy, startProxy } from '#tests/support/proxy.ts'
import { composer, meetCustomer, message, openInbox, openRoom, room, rooms } from './chat-scene.ts'
import { openDevice } from './device.ts'
import { expect, phone, test } from './fixtures.ts'
import { expectNoSideways, settled } from './screens.ts'

let proxy: LineProxy
const contexts: BrowserContext[] = []
test.beforeEach(async ({ server }) => {
  proxy = await startProxy(server)
})
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
  await proxy.close()
})

test('a customer is answered without a line, and the ticks turn when it is back', async ({ browser, server, as, open }) => {
  test.setTimeout(120_000)
  const admin = await as('admin')
  const siti = await meetCustomer(server.url, admin, 'Tuti Handayani')
  const context = await openDevice(browser, proxy.url, await as('sales'))
  contexts.push(context)
  const sales = await openInbox(context)
  const support = await open('support')
  await support.goto('/chat-platform/list?status=all')
  await settled(support)

  await siti.writes('Kelas masih ada kursi?')
  await openRoom(sales, 'Tuti Handayani')
  await expect(message(sales, 'Kelas masih ada kursi?')).toBeVisible()
  await openRoom(support, 'Tuti Handayani')
  await expect(room(support, 'Tuti Handayani')).toContainText('Budi Santoso is here, too')

  await proxy.set({ as: 'drop' })
  await composer(sales).fill('Masih ada, Kak.')
  await composer(sales).press('Enter')
  await expect(message(sales, 'Masih ada, Kak.').locator('[data-tick=device]')).toBeVisible()
  await siti.writes('Halo?')
  await proxy.set({ as: 'pass' })
  await expect(message(sales, 'Masih ada, Kak.').locator('[data-tick=delivered]')).toBeVisible({ timeout: 45_000 })
  await expect(message(sales, 'Halo?')).toHaveCount(1, { timeout: 45_000 })
  await expect(message(support, 'Masih ada, Kak.')).toHaveCount(1)
  await siti.reads()
  await expect(message(sales, 'Masih ada, Kak.').locator('[data-tick=read]')).toBeVisible()
})

test('who takes a chat over is seen by the other at once', async ({ server, as, open }) => {
  const agus = await meetCustomer(server.url, await as('admin'), 'Agus Setiawan')
  await agus.writes('Bisa dicicil?')
  const [sales, support] = [await open('sales'), await open('support')]
  for (const page of [sales, support]) {
    await page.goto('/chat-platform/list?status=all')
    await settled(page)
    await openRoom(page, 'Agus Setiawan')
  }
  await room(sales, 'Agus Setiawan').getByRole('button', { name: 'Take over' }).click()
  await expect(rooms(support).getByRole('listitem').filter({ hasText: 'Agus Setiawan' })).toContainText('Budi Santoso')
  await room(support, 'Agus Setiawan').getByRole('button', { name: 'Take over' }).click()
  await expect(sales.getByText('This chat is not here')).toBeVisible()
})

test('a draft stays with its room, and after the 24 hours there are templates', async ({ server, as, open }) => {
  const admin = await as('admin')
  const dewi = await meetCustomer(server.url, admin, 'Dewi Lestari')
  await dewi.writes('Halo')
  const page = await open('sales')
  await page.goto('/chat-platform/list?status=all')
  await settled(page)
  await openRoom(page, 'Dewi Lestari')
  await composer(page).fill('Baik, saya')
  await page.reload()
  await expect(composer(page)).toHaveValue('Baik, saya')
  const canned = new FormData()
  for (const [name, value] of Object.entries({ shortcut: 'harga', title: 'Harga', text: 'Ini harganya, {customer_name}' }))
    canned.set(name, value)
  canned.set('attachment', new File(['%PDF-1.4 harga'], 'harga.pdf', { type: 'application/pdf' }))
  expect((await admin.fetch(autoText.path, { method: 'POST', body: canned })).status).toBe(201)
  await page.reload()
  await composer(page).fill('/harga')
  await page.getByRole('listbox', { name: 'Canned replies' }).getByRole('option').first().click()
  await expect(page.getByRole('list', { name: 'Files to send' })).toContainText('harga.pdf')
  await expect(composer(page)).toHaveValue('Ini harganya, Dewi Lestari')
  await page.keyboard.press('Enter')
  await expect(page.getByText('harga.pdf')).toBeVisible()
  await expect.poll(async () => (await admin.list(autoText.path, { query: 'search:harga' })).data[0]?.usage_count).toBe(1)
  await dewi.letsADayPass()
  await expect(page.locator('[data-window=closed]')).toBeVisible()
  await page.getByRole('list', { name: 'Templates' }).getByRole('button').first().click()
  await expect(page.getByRole('button', { name: 'Send template' })).toBeVisible()
})

test('on a phone the list, the room and its customer are screens of their own', async ({ server, as, open }) => {
  const rizky = await meetCustomer(server.url, await as('admin'), 'Rizky Pratama')
  await rizky.writes('Sore kak')
  const page = await open('sales', phone)
  await page.goto('/chat-platform/list?status=all')
  await settled(page)
  await expectAccessible(page, 'list of chats on a phone')
  await expectNoSideways(page, 'list of chats')
  await openRoom(page, 'Rizky Pratama')
  await expect(message(page, 'Sore kak')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Rizky Pratama' })).toBeVisible()
  await expectAccessible(page, 'a room on a phone')
  await expectNoSideways(page, 'a room')
  await page.getByRole('button', { name: /^Rizky Pratama/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About the customer' })).toBeVisible()
  await page.goBack()
  await expect(message(page, 'Sore kak')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(rooms(page)).toBeVisible()
})

test('keys go through the list, open, answer and resolve', async ({ server, as, open }) => {
  const putri = await meetCustomer(server.url, await as('admin'), 'Putri Ayu')
  await putri.writes('Terima kasih')
  const page = await open('admin')
  await page.goto('/chat-platform/list?search=Putri%20Ayu')
  await settled(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(room(page, 'Putri Ayu')).toBeVisible()
  await expect(message(page, 'Terima kasih')).toBeVisible()
  await expectAccessible(page, 'the inbox on a laptop')
  await page.keyboard.press('r')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('e')
  await expect(composer(page)).toHaveValue('e')
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await expect(room(page, 'Putri Ayu')).toContainText('Resolved')
})
