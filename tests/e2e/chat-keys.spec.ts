import { expect, test } from './fixtures.ts'
import { settled } from './screens.ts'

test('arrows go through the list, x chooses several, and they are resolved at once', async ({ open }) => {
  const page = await open('admin')
  await page.goto('/chat-platform/list')
  await settled(page)
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
