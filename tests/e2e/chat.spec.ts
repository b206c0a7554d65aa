import { autoText } from '#contract/sections/other/auto-text.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { composer, meetCustomer, message, openInbox, openRoom, room, rooms } from './chat-scene.ts'
import { expect, phone, test } from './fixtures.ts'
import { expectNoSideways, waitUntilSettled } from './screens.ts'

test('a customer is answered offline, and the ticks turn when the network is back', async ({ device, network, server, as, open }) => {
  const admin = await as('admin')
  const siti = await meetCustomer(server.url, admin, 'Tuti Handayani')
  const context = await device(await as('sales'))
  const sales = await openInbox(context)
  const support = await open('support')
  await support.goto('/chat-platform/list?status=all')
  await waitUntilSettled(support)

  await siti.writes('Kelas masih ada kursi?')
  await openRoom(sales, 'Tuti Handayani')
  await expect(message(sales, 'Kelas masih ada kursi?')).toBeVisible()
  await openRoom(support, 'Tuti Handayani')
  await expect(room(support, 'Tuti Handayani')).toContainText('Budi Santoso is here, too')

  await network.set({ as: 'drop' })
  await composer(sales).fill('Masih ada, Kak.')
  await composer(sales).press('Enter')
  await expect(message(sales, 'Masih ada, Kak.').locator('[data-tick=device]')).toBeVisible()
  await siti.writes('Halo?')
  await network.set({ as: 'pass' })
  await expect(message(sales, 'Masih ada, Kak.').locator('[data-tick=delivered]')).toBeVisible()
  await expect(message(sales, 'Halo?')).toHaveCount(1)
  await expect(message(support, 'Masih ada, Kak.')).toHaveCount(1)
  await siti.reads()
  await expect(message(sales, 'Masih ada, Kak.').locator('[data-tick=read]')).toBeVisible()
})

test('a takeover of a chat is shown to the other person at once', async ({ server, as, open }) => {
  const agus = await meetCustomer(server.url, await as('admin'), 'Agus Setiawan')
  await agus.writes('Bisa dicicil?')
  const [sales, support] = [await open('sales'), await open('support')]
  for (const page of [sales, support]) {
    await page.goto('/chat-platform/list?status=all')
    await waitUntilSettled(page)
    await openRoom(page, 'Agus Setiawan')
  }
  await room(sales, 'Agus Setiawan').getByRole('button', { name: 'Take over' }).click()
  await expect(rooms(support).getByRole('listitem').filter({ hasText: 'Agus Setiawan' })).toContainText('Budi Santoso')
  await room(support, 'Agus Setiawan').getByRole('button', { name: 'Take over' }).click()
  await expect(sales.getByText('This chat is not here')).toBeVisible()
})

test('a draft stays with its room, and after the 24 hours there are templates', async ({ device, network, server, as }) => {
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
  await network.set({ as: 'slow', latency: 1_000 })
  await replies.getByRole('option').click()
  await expect(files).toContainText('harga.pdf')
  await expect(files).toContainText('Loading')
  // Nothing is sent without its file.
  await page.keyboard.press('Enter')
  await expect(composer(page)).toHaveValue('Ini harganya, Dewi Lestari')
  await expect(files).not.toContainText('Loading')
  await network.set({ as: 'pass' })
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
  await waitUntilSettled(page)
  await expectAccessible(page, 'list of chats on a phone')
  await expectNoSideways(page, 'list of chats')
  await openRoom(page, 'Rizky Pratama')
  // It starts at the unread marker.
  await expect(message(page, 'Pertanyaan ke-1').first()).toBeInViewport()
  await page.getByRole('button', { name: 'Go to the newest message' }).tap()
  await expect(message(page, 'Sore kak')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Rizky Pratama' })).toBeVisible()
  await expectAccessible(page, 'a room on a phone')
  await expectNoSideways(page, 'a room')
  const { width, height } = phone.viewport
  // A keyboard takes the lower half: the last message stays visible.
  await page.setViewportSize({ width, height: height - 336 })
  await expect(message(page, 'Sore kak')).toBeInViewport()
  await page.setViewportSize({ width, height })
  await expect(message(page, 'Sore kak')).toBeInViewport()
  // One's own message is scrolled to in any case.
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
  await page.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('menuitem', { name: 'Resolve' }).tap()
  await expect(page.getByRole('region', { name: /^Messages/ }).getByText(/Rizky Pratama.*: Resolved/)).toBeVisible()
  // The next chat follows.
  await expect(room(page, 'Rizky Pratama')).toHaveCount(0)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(rooms(page)).toBeVisible()
})

test('keys go through the list, open, answer and resolve', async ({ server, as, open }) => {
  const putri = await meetCustomer(server.url, await as('admin'), 'Putri Ayu')
  await putri.writes('Terima kasih')
  const page = await open('admin')
  await page.goto('/chat-platform/list?search=Ayu%20Putri')
  await waitUntilSettled(page)
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
  // The popup of tags keeps its position and size while typing.
  await page.keyboard.press('t')
  const popup = page.getByRole('dialog').filter({ has: page.getByPlaceholder('Search tags') })
  await expect(popup.getByRole('option').first()).toBeVisible()
  const place = () => popup.boundingBox()
  const before = await place()
  await page.keyboard.type('zzz')
  await expect(popup.getByText('No tag by that name')).toBeVisible()
  expect(await place()).toEqual(before)
})

// 1 click more than a search: the status that has the chat.
test('a search says what it finds under another status, without a network too', async ({ server, as, open }) => {
  const customer = await meetCustomer(server.url, await as('admin'), 'Wulandari Prameswari')
  await customer.writes('Sudah beres')
  const page = await open('admin')
  await page.goto('/chat-platform/list?search=Prameswari')
  await waitUntilSettled(page)
  await openRoom(page, 'Wulandari Prameswari')
  await expect(message(page, 'Sudah beres')).toBeVisible()
  await composer(page).press('Escape')
  await page.keyboard.press('e')
  await expect(room(page, 'Wulandari Prameswari')).toContainText('Resolved')
  const elsewhere = page.getByRole('button', { name: '1 under Resolved' })
  await expect(elsewhere).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.locator('[data-rooms=offline]')).toBeVisible()
  await elsewhere.click()
  await expect(rooms(page).getByRole('link', { name: 'Wulandari Prameswari' })).toBeVisible()
  await page.context().setOffline(false)
})

// 4 taps: the chat, 'Take over', its menu, 'Let go'; the search is typed.
test('on a phone a chat is found by a misspelt word, taken over and let go', async ({ server, as, open }) => {
  const kartika = await meetCustomer(server.url, await as('admin'), 'Kartikawati Sastrowardoyo')
  await kartika.writes('Selamat pagi')
  const page = await open('sales', phone)
  await page.goto('/chat-platform/list')
  await waitUntilSettled(page)
  await page.getByRole('searchbox').fill('Sastrowardojo')
  await openRoom(page, 'Kartikawati Sastrowardoyo')
  await page.getByRole('button', { name: 'Take over' }).tap()
  await expect(page.getByRole('button', { name: 'Take over' })).toHaveCount(0)
  await page.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('menuitem', { name: 'Let go' }).tap()
  await expect(page.getByRole('button', { name: 'Take over' })).toBeVisible()
  await expect(room(page, 'Kartikawati Sastrowardoyo').locator('header')).toContainText('Unassigned')
})

// 4 taps: the chat, its menu, 'Hand over', the colleague.
test('on a phone a chat is handed over to a colleague, who has it at once', async ({ server, as, open }) => {
  const admin = await as('admin')
  const colleague = (await as('sales2')).session.user.name
  const nadia = await meetCustomer(server.url, admin, 'Nadia Kusumawardhani')
  await nadia.writes('Boleh dibantu yang lain?')
  const theirs = await open('sales2')
  await theirs.goto('/chat-platform/list?status=all')
  await waitUntilSettled(theirs)
  const page = await open('admin', phone)
  await page.goto('/chat-platform/list')
  await waitUntilSettled(page)
  await rooms(page).getByRole('link', { name: 'Nadia Kusumawardhani' }).tap()
  await page.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('menuitem', { name: 'Hand over' }).tap()
  await page.getByRole('option', { name: colleague }).tap()
  const mine = rooms(theirs).getByRole('listitem').filter({ hasText: 'Nadia Kusumawardhani' })
  await expect(mine).toContainText(colleague)
  await expect(page.getByText(`handed over to ${colleague}`)).toBeVisible()
  // Back in the room.
  await expect(page.getByRole('complementary', { name: 'About the customer' })).toHaveCount(0)
  await expect(room(page, 'Nadia Kusumawardhani').locator('header')).toContainText(colleague)
})

test('on a phone a message that comes while one is elsewhere is shown and counted, and the next chat follows the resolved one', async ({
  server,
  as,
  open,
}) => {
  const admin = await as('admin')
  const [first, second] = [
    await meetCustomer(server.url, admin, 'Abimanyu Wirasena'),
    await meetCustomer(server.url, admin, 'Bagaskara Wirasena'),
  ]
  await first.writes('Kelas mulai kapan?')
  const page = await open('sales', phone)
  await page.goto('/leads/list')
  await waitUntilSettled(page)
  // Alerts begin once the socket is open.
  await expect(page).toHaveTitle(/^\(\d+\) Leads/)
  const countOf = async () => Number(/^\((\d+)\)/.exec(await page.title())?.[1])
  const before = await countOf()
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Bagaskara Wirasena' })
  await second.writes('Apakah ada cicilan?')
  await expect(toast).toContainText('Apakah ada cicilan?')
  await expect.poll(countOf).toBe(before + 1)
  await expect(page.locator('[data-bottom-bar]').getByRole('link', { name: 'Chats' })).toContainText(String(before + 1))
  await toast.getByRole('button', { name: 'Open' }).tap()
  await expect(room(page, 'Bagaskara Wirasena')).toBeVisible()

  await page.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('menuitem', { name: 'Resolve' }).tap()
  await expect(room(page, 'Bagaskara Wirasena')).toHaveCount(0)
  await expect(page.getByRole('region', { name: /^Conversation with / })).toBeVisible()
})
