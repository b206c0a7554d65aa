import type { Page } from '@playwright/test'
import { chatPlatform, roomAssign } from '#contract/sections/sales/chat-platform.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import type { Client } from '#tests/support/client.ts'
import { composer, inboxPath, meetCustomer, message, openInbox, openRoom, room, roomRow, rooms } from './chat-scene.ts'
import { nothingWaits } from './device.ts'
import { expect, test } from './fixtures.ts'
import { expectFitsPhones, waitUntilSettled } from './screens.ts'

test('a dozen rooms are noted, tagged, assigned, snoozed and resolved offline, and all of it arrives', { tag: '@long' }, async ({
  device,
  network,
  server,
  as,
}) => {
  const admin = await as('admin')
  const [rina, tono] = [await meetCustomer(server.url, admin, 'Rina Gudang'), await meetCustomer(server.url, admin, 'Tono Gudang')]
  await rina.writes('Halo')
  await tono.writes('Sore')
  const context = await device(admin)
  const page = await openInbox(context, '/chat-platform/list?status=all&search=Gudang')
  await openRoom(page, 'Rina Gudang')
  const panel = page.getByRole('complementary', { name: 'About the customer' })
  await expect(message(page, 'Halo')).toBeVisible()

  await network.set({ as: 'drop' })
  await panel.getByRole('textbox', { name: 'Notes' }).fill('Telepon sebelum jam 9')
  await panel.getByRole('button', { name: 'Add a tag' }).click()
  const tag = page.getByRole('option').first()
  const tagged = (await tag.textContent()) ?? ''
  await tag.click()
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('button', { name: `Remove ${tagged}` })).toBeVisible()
  await panel.locator('[data-assign]').click()
  await page.getByRole('option', { name: /Sinta Permatasari/ }).click()
  await expect(panel.locator('[data-assign]')).toHaveText('Sinta Permatasari')
  await panel.getByRole('button', { name: 'Snooze until' }).click()
  await page.getByRole('menuitem', { name: /Tomorrow morning/ }).click()
  await expect(panel.getByText('Snoozed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Select chats' }).click()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  const bulk = page.getByRole('toolbar', { name: 'Actions for the selected' })
  await expect(bulk).toContainText('2 selected')
  await bulk.getByRole('button', { name: 'Resolve' }).click()
  await expect(room(page, 'Rina Gudang')).toContainText('Resolved')

  await network.set({ as: 'pass' })
  await nothingWaits(page)
  const stored = (await admin.list(chatPlatform.path, { query: 'search:Gudang', size: '20' })).data
  expect(stored.map(({ customer_name, status }) => [customer_name, status]).sort()).toEqual([
    ['Rina Gudang', 'resolved'],
    ['Tono Gudang', 'resolved'],
  ])
  expect(stored.find(({ customer_name }) => customer_name === 'Rina Gudang')).toMatchObject({
    notes: 'Telepon sebelum jam 9',
    tag: [tagged],
    assignee_sales_name: 'Sinta Permatasari',
    snoozed_until: expect.stringMatching(/T/),
  })
})

/** Assigns the customer's room. */
async function give(admin: Client, name: string, to: number): Promise<void> {
  const [found] = (await admin.list(chatPlatform.path, { query: `search:${name}`, size: '5' })).data
  const body = JSON.stringify({ ids: [found?.ref], assignee_sales: to })
  const answered = await admin.fetch(roomAssign.path, { method: roomAssign.method, headers: { 'content-type': 'application/json' }, body })
  expect(answered.ok, String(answered.status)).toBe(true)
}

test('shifts are shown and switched, and permitted people start a chat', { tag: '@long' }, async ({ device, server, as, open }) => {
  const admin = await as('admin')
  const lia = await meetCustomer(server.url, admin, 'Lia Milik Sinta')
  await lia.writes('Halo')
  await give(admin, 'Lia Milik Sinta', (await as('sales2')).session.user.id)
  const context = await device(await as('sales'))
  const page = await openInbox(context)
  const online = (on: Page) => on.locator('[data-online]')
  await online(page).click()
  await page.getByRole('button', { name: 'Account Executive List' }).click()
  await expect(page.getByText("You don't have access")).toBeVisible()

  const shown = () => online(page).getAttribute('data-online')
  const before = Number(await shown())
  await online(page).click()
  const own = page.getByRole('switch', { name: 'I am online' })
  const wasOn = await own.isChecked()
  await own.click()
  await expect(page.getByText('Status updated successfully')).toBeVisible()
  await expect.poll(shown).toBe(String(before + (wasOn ? -1 : 1)))
  await own.click()
  await expect.poll(shown).toBe(String(before))

  const dialog = page.getByRole('dialog', { name: 'Start a chat' })
  const numbers = /\/wa-manager\/sales\?/
  const refusals = [
    { status: 403, json: { code: 'forbidden', message: 'No' } },
    { status: 500, json: { code: 'error', message: 'No' } },
    { json: { data: [], current_page: 1, page_size: 1_000, next_page: 0, total_page: 0, total_record: 0 } },
  ]
  for (const answer of refusals) {
    await page.route(numbers, (route) => route.fulfill(answer))
    const asked = page.waitForRequest(numbers)
    await page.goto(`${inboxPath}&start=true`)
    expect(new URL((await asked).url()).searchParams.get('size')).toBe('1000')
    await expect(dialog).toContainText('You do not have permission to initiate chat')
    await page.unroute(numbers)
  }
  await page.goto(`${inboxPath}&start=true`)
  const begin = async (phone: string) => {
    await dialog.getByLabel('Phone').fill(phone)
    await dialog.getByLabel('From number').selectOption({ label: lia.to })
    await dialog.getByRole('button', { name: 'Start a chat' }).click()
  }
  await begin('081')
  await expect(dialog).toContainText('This is not a phone number.')
  await expect(async () => {
    await begin(lia.phone)
    await expect(dialog).toContainText('You do not have permission to initiate chat', { timeout: 3_000 })
  }).toPass()
  await expectAccessible(page, 'a chat that may not be begun')
  await expectFitsPhones(page, 'the start of a chat')
  await expect(async () => {
    await begin('081299990001')
    await expect(room(page, '+62 812-9999-0001')).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(page.getByRole('list', { name: 'Templates' })).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  await expect(roomRow(page, 'Lia Milik Sinta')).toHaveCount(0)

  const boss = await open('admin')
  await boss.goto(inboxPath)
  await waitUntilSettled(boss)
  await expect(rooms(boss)).toContainText('Lia Milik Sinta')
  await online(boss).click()
  await boss.getByRole('button', { name: 'Account Executive List' }).click()
  const executives = boss.getByRole('dialog', { name: 'Account Executive List' })
  await expect(executives.getByRole('columnheader')).toHaveText(['Name', 'Status', 'Action'])
  await expectAccessible(boss, 'account executives')
  await expectFitsPhones(boss, 'account executives')
  const sinta = executives.getByRole('row', { name: /Sinta Permatasari/ })
  const was = (await sinta.getByText(/^(Online|Offline)$/).textContent()) ?? ''
  const turned = was === 'Online' ? 'Offline' : 'Online'
  for (const next of [turned, was]) {
    await sinta.getByRole('switch').click()
    await expect(sinta.getByText(next, { exact: true })).toBeVisible()
  }
})
