import type { BrowserContext, Page } from '@playwright/test'
import { simulatorExpire, simulatorRead, simulatorSend } from '#contract/chat/simulator.ts'
import { whatsappNumber } from '#contract/sections/whatsapp-number.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import type { Client } from '#tests/support/client.ts'
import { type LineProxy, startProxy } from '#tests/support/proxy.ts'
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

let made = 0

/** A customer with a phone of their own, who writes to a number of the business. */
async function customer(url: string, admin: Client, name: string) {
  made += 1
  const number = await admin.fetch(whatsappNumber.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `Sales ${made}`,
      phone: `62811500${String(Date.now()).slice(-6)}`,
      type: 'sales',
      channel: 'simulator',
      is_active: true,
    }),
  })
  expect(number.status).toBe(201)
  const who = { number: (await number.json()).data.id, phone: `62812${String(Date.now()).slice(-8)}` }
  const play = async (call: { path: string }, body: BodyInit, headers = {}) => {
    const answer = await fetch(url + call.path, { method: 'POST', body, headers })
    expect(answer.ok, `${call.path}: ${answer.status}`).toBe(true)
  }
  const json = { 'content-type': 'application/json' }
  return {
    who,
    writes(content: string) {
      const form = new FormData()
      for (const [field, value] of Object.entries({ ...who, name, content })) form.set(field, String(value))
      return play(simulatorSend, form)
    },
    reads: () => play(simulatorRead, JSON.stringify(who), json),
    letsADayPass: () => play(simulatorExpire, JSON.stringify(who), json),
  }
}

async function openInbox(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/chat-platform/list?status=all')
  await settled(page)
  await expect(page.getByText('Connecting', { exact: true })).toHaveCount(0)
  return page
}

const rooms = (page: Page) => page.getByRole('list', { name: 'Chats' })
const openRoom = (page: Page, name: string) => rooms(page).getByRole('link', { name }).click()
const room = (page: Page, name: string) => page.getByRole('region', { name: `Conversation with ${name}` })
const message = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })
const write = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })

test('a customer is answered without a line, and the ticks turn when it is back', async ({ browser, server, as, open }) => {
  test.setTimeout(120_000)
  const admin = await as('admin')
  const siti = await customer(server.url, admin, 'Siti Rahma')
  const context = await openDevice(browser, proxy.url, await as('sales'))
  contexts.push(context)
  const sales = await openInbox(context)
  const support = await open('support')
  await support.goto('/chat-platform/list?status=all')
  await settled(support)

  await siti.writes('Kelas masih ada kursi?')
  await openRoom(sales, 'Siti Rahma')
  await expect(message(sales, 'Kelas masih ada kursi?')).toBeVisible()
  await openRoom(support, 'Siti Rahma')
  await expect(room(support, 'Siti Rahma')).toContainText('Budi Santoso is here, too')

  await proxy.set({ as: 'drop' })
  await write(sales).fill('Masih ada, Kak.')
  await write(sales).press('Enter')
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
  const agus = await customer(server.url, await as('admin'), 'Agus Setiawan')
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
  const dewi = await customer(server.url, await as('admin'), 'Dewi Lestari')
  await dewi.writes('Halo')
  const page = await open('sales')
  await page.goto('/chat-platform/list?status=all')
  await settled(page)
  await openRoom(page, 'Dewi Lestari')
  await write(page).fill('Baik, saya')
  await page.reload()
  await expect(write(page)).toHaveValue('Baik, saya')
  await write(page).fill('/')
  await expect(page.getByRole('listbox', { name: 'Canned replies' }).getByRole('option').first()).toBeVisible()
  await write(page).fill('Baik')
  await dewi.letsADayPass()
  await expect(page.locator('[data-window=closed]')).toBeVisible()
  await page.getByRole('list', { name: 'Templates' }).getByRole('button').first().click()
  await expect(page.getByRole('button', { name: 'Send template' })).toBeVisible()
})

test('on a phone the list, the room and its customer are screens of their own', async ({ server, as, open }) => {
  const rizky = await customer(server.url, await as('admin'), 'Rizky Pratama')
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
  const putri = await customer(server.url, await as('admin'), 'Putri Ayu')
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
  await expect(write(page)).toBeFocused()
  await page.keyboard.type('e')
  await expect(write(page)).toHaveValue('e')
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await expect(room(page, 'Putri Ayu')).toContainText('Resolved')
})
