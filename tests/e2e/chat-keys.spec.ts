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
