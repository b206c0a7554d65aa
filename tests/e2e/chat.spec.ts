import { autoText } from '#contract/sections/auto-text.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { composer, meetCustomer, message, openInbox, openRoom, room, rooms } from './chat-scene.ts'
import { expect, phone, test } from './fixtures.ts'
import { expectNoSideways, settled } from './screens.ts'

test('a customer is answered without a line, and the ticks turn when it is back', async ({ device, line, server, as, open }) => {
  test.setTimeout(120_000)
  const admin = await as('admin')
  const siti = await meetCustomer(server.url, admin, 'Tuti Handayani')
  const context = await device(await as('sales'))
  const sales = await openInbox(context)
  const support = await open('support')
  await support.goto('/chat-platform/list?status=all')
  await settled(support)

  await siti.writes('Kelas masih ada kursi?')
  await openRoom(sales, 'Tuti Handayani')
  await expect(message(sales, 'Kelas masih ada kursi?')).toBeVisible()
  await openRoom(support, 'Tuti Handayani')
  await expect(room(support, 'Tuti Handayani')).toContainText('Budi Santoso is here, too')

  await line.set({ as: 'drop' })
  await composer(sales).fill('Masih ada, Kak.')
  await composer(sales).press('Enter')
  await expect(message(sales, 'Masih ada, Kak.').locator('[data-tick=device]')).toBeVisible()
  await siti.writes('Halo?')
  await line.set({ as: 'pass' })
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

test('a draft stays with its room, and after the 24 hours there are templates', async ({ device, line, server, as }) => {
  const admin = await as('admin')
  const dewi = await meetCustomer(server.url, admin, 'Dewi Lestari')
  await dewi.writes('Halo')
  const page = await openInbox(await device(await as('sales')))
  await openRoom(page, 'Dewi Lestari')
  await composer(page).fill('Baik, saya')
  const files = page.getByRole('list', { name: 'Files to send' })
  await page
    .locator('[data-composer] input[type=file]')
    .setInputFiles({ name: 'jadwal.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 jadwal') })
  await expect(files).toContainText('jadwal.pdf')
  await page.reload()
  await expect(composer(page)).toHaveValue('Baik, saya')
  await expect(files).toContainText('jadwal.pdf')
  await files.getByRole('button', { name: /jadwal/ }).click()
  await expect(files).toHaveCount(0)
  const canned = new FormData()
  for (const [name, value] of Object.entries({ shortcut: 'harga', title: 'Harga', text: 'Ini harganya, {customer_name}' }))
    canned.set(name, value)
  canned.set('attachment', new File(['%PDF-1.4 harga'], 'harga.pdf', { type: 'application/pdf' }))
  expect((await admin.fetch(autoText.path, { method: 'POST', body: canned })).status).toBe(201)
  await page.reload()
  await composer(page).fill('/harga')
  const replies = page.getByRole('listbox', { name: 'Canned replies' })
  await expect(replies.getByRole('option')).toHaveCount(1)
  await line.set({ as: 'slow', latency: 1_000 })
  await replies.getByRole('option').click()
  await expect(files).toContainText('harga.pdf')
  await expect(files).toContainText('Loading')
  // Nothing goes without the file that belongs to it.
  await page.keyboard.press('Enter')
  await expect(composer(page)).toHaveValue('Ini harganya, Dewi Lestari')
  await expect(files).not.toContainText('Loading')
  await line.set({ as: 'pass' })
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
  for (let n = 1; n <= 24; n++) await rizky.writes(`Pertanyaan ke-${n}`)
  await rizky.writes('Sore kak')
  const page = await open('sales', phone)
  await page.goto('/chat-platform/list?status=all')
  await settled(page)
  await expectAccessible(page, 'list of chats on a phone')
  await expectNoSideways(page, 'list of chats')
  await openRoom(page, 'Rizky Pratama')
  // It begins where the unread begin.
  await expect(message(page, 'Pertanyaan ke-1').first()).toBeInViewport()
  await page.getByRole('button', { name: 'Go to the newest message' }).tap()
  await expect(message(page, 'Sore kak')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Rizky Pratama' })).toBeVisible()
  await expectAccessible(page, 'a room on a phone')
  await expectNoSideways(page, 'a room')
  const { width, height } = phone.viewport
  // A keyboard takes the lower half: what was said last stays above it.
  await page.setViewportSize({ width, height: height - 336 })
  await expect(message(page, 'Sore kak')).toBeInViewport()
  await page.setViewportSize({ width, height })
  await expect(message(page, 'Sore kak')).toBeInViewport()
  // What one writes is looked at, wherever one was and whoever wrote last.
  for (const [last, words] of [
    ['Sore kak', 'Siap, saya kabari'],
    ['Siap, saya kabari', 'Besok ya kak'],
  ] as const) {
    await page.getByRole('region', { name: 'Messages' }).evaluate((box) => box.scrollTo(0, 0))
    await expect(message(page, last)).not.toBeInViewport()
    await composer(page).fill(words)
    await page.getByRole('button', { name: 'Send', exact: true }).tap()
    await expect(message(page, words)).toBeInViewport()
  }
  await page.getByRole('button', { name: /^Rizky Pratama/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About the customer' })).toBeVisible()
  await page.goBack()
  await expect(message(page, 'Besok ya kak')).toBeVisible()
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
