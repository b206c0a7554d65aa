import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { nothingWaits } from './device.ts'
import { expect, test } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

test('arrows go through the list, x chooses several, and they are resolved at once', async ({ open }) => {
  const page = await open('admin')
  await page.goto('/chat-platform/list')
  await waitUntilSettled(page)
  const rows = page.getByRole('list', { name: 'Chats' }).locator('[data-ref]')
  const refOf = (at: number) => rows.nth(at).getAttribute('data-ref')
  const [first, second, third] = [await refOf(0), await refOf(1), await refOf(2)]
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-marked]')).toHaveAttribute('data-ref', first ?? '')
  await page.keyboard.press('x')
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
  await page.keyboard.press('x')
  const bar = page.getByRole('toolbar')
  await expect(bar.getByRole('status')).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Resolve' }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.locator(`[data-ref="${first}"]`)).toHaveCount(0)
  await expect(page.locator(`[data-ref="${second}"]`)).toHaveCount(0)
  await expect(page.locator(`[data-ref="${third}"]`)).toBeVisible()
})

test('keys act on the room they stand on, not on the one that is open; a snoozed room leaves its list', async ({ open, as }) => {
  const page = await open('admin')
  const admin = await as('admin')
  await page.goto('/chat-platform')
  await expect(page).toHaveURL(/\/chat-platform\/list$/)
  await waitUntilSettled(page)
  const list = page.getByRole('list', { name: 'Chats' })
  const row = (ref: string | undefined) => list.locator(`[data-ref="${ref}"]`)
  const refs = await list.locator('[data-ref]').evaluateAll((rows) => rows.map((each) => each.getAttribute('data-ref') ?? ''))
  const [first, resolved, snoozed] = refs
  const opened = (ref: string | undefined) => page.locator(`[data-room="${ref}"]`)
  await row(first).getByRole('link').click()
  await expect(opened(first)).toBeVisible()

  await page.keyboard.press('j')
  await expect(row(resolved)).toHaveAttribute('data-marked', 'true')
  await page.keyboard.press('e')
  await expect(row(resolved)).toHaveCount(0)
  await expect(opened(first)).not.toContainText('Resolved')
  await page.keyboard.press('e')
  await page.keyboard.press('j')
  await expect(row(snoozed)).toHaveAttribute('data-marked', 'true')
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: /Tomorrow morning/ }).click()
  await expect(opened(snoozed)).toBeVisible()
  await expect(row(snoozed)).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(row(first)).toHaveAttribute('data-marked', 'true')
  await page.keyboard.press('a')
  await page.getByRole('option', { name: /Sinta Permatasari/ }).click()
  await expect(page.locator(`[data-about="${first}"] [data-assign]`)).toHaveText('Sinta Permatasari')

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('switch', { name: 'Snoozed' }).click()
  await expect(page).toHaveURL(/snoozed=true/)
  await expect(row(snoozed)).toBeVisible()
  await expect(row(first)).toHaveCount(0)
  await nothingWaits(page)
  const stored = async (ref: string | undefined) => (await (await admin.fetch(`${chatPlatform.path}/${ref}`)).json()).data
  expect(await stored(first)).toMatchObject({ status: 'open', snoozed_until: null, assignee_sales_name: 'Sinta Permatasari' })
  expect(await stored(resolved)).toMatchObject({ status: 'resolved', snoozed_until: null })
  expect(await stored(snoozed)).toMatchObject({ status: 'open', snoozed_until: expect.stringMatching(/T/) })
})

test('a key opens what it names and nothing else, a name that is typed is no key, and no menu begins with an end', async ({ open, as }) => {
  const page = await open('admin')
  const admin = await as('admin')
  await page.goto('/chat-platform/list')
  await waitUntilSettled(page)
  const row = page.getByRole('list', { name: 'Chats' }).locator('[data-ref]').first()
  const ref = (await row.getAttribute('data-ref')) ?? ''
  const stored = async () => (await (await admin.fetch(`${chatPlatform.path}/${ref}`)).json()).data
  const before = await stored()
  await row.getByRole('link').click()
  const room = page.locator(`[data-room="${ref}"]`)
  await expect(room.getByRole('region', { name: 'Messages' })).toBeVisible()
  await row.getByRole('link').focus()

  // Capital letters begin names.
  await page.keyboard.press('Shift+E')
  await page.keyboard.press('s')
  const entries = page.getByRole('menu').getByRole('menuitem')
  await expect(entries.first()).toBeFocused()
  expect((await entries.allTextContents()).filter((text) => !/^(In an hour|Tonight|Tomorrow morning|Monday morning)/.test(text))).toEqual(
    [],
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(row.getByRole('link')).toBeFocused()

  // Typed before the list of people is there: 's' would snooze, 't' would tag, 'e' would resolve.
  await page.keyboard.press('a')
  await page.keyboard.type('sinta per')
  await expect(page.getByPlaceholder('Search salespeople')).toHaveValue('sinta per')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await room.getByRole('button', { name: 'More' }).focus()
  await page.keyboard.press('Enter')
  await expect(entries.first()).toBeFocused()
  await expect(entries.first()).toHaveText(/^(Show|Hide) customer/)
  await page.keyboard.press('Escape')
  await nothingWaits(page)
  expect(await stored()).toMatchObject({
    status: before.status,
    snoozed_until: before.snoozed_until,
    assignee_sales: before.assignee_sales,
  })
})

test('the next chat follows a resolved one, and one press opens it again', async ({ open, as }) => {
  const page = await open('admin')
  const admin = await as('admin')
  await page.goto('/chat-platform/list')
  await waitUntilSettled(page)
  const rows = page.getByRole('list', { name: 'Chats' }).locator('[data-ref]')
  const [first, second] = [await rows.nth(0).getAttribute('data-ref'), await rows.nth(1).getAttribute('data-ref')]
  await rows.first().getByRole('link').click()
  await expect(page.locator(`[data-room="${first}"]`)).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.locator(`[data-room="${second}"]`)).toBeVisible()
  await expect(page.locator(`[data-ref="${first}"]`)).toHaveCount(0)
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator(`[data-ref="${first}"]`)).toBeVisible()
  await nothingWaits(page)
  expect((await (await admin.fetch(`${chatPlatform.path}/${first}`)).json()).data.status).toBe('open')
})
