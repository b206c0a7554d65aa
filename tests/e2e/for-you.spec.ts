import type { Page } from '@playwright/test'
import { forYou } from '#contract/sections/content/for-you.ts'
import { expect, test } from './fixtures.ts'
import { saveButton, saveToList, textbox } from './forms.ts'
import { waitUntilSettled } from './screens.ts'

/** A picture of this size, drawn by the browser. */
async function picture(page: Page, width: number, height: number) {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h })
      canvas.getContext('2d')?.fillRect(0, 0, w ?? 0, h ?? 0)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    },
    [width, height],
  )
  return { name: `${width}x${height}.png`, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
}

test('a popup is made by its rules, hidden and moved', async ({ open, as }) => {
  const admin = await as('admin')
  const stored = async () => (await admin.list(forYou.path, { query: 'search:Promo Kemerdekaan' })).data
  const page = await open('admin')
  await page.goto('/for-you/add')
  await waitUntilSettled(page)

  await textbox(page, 'Title').fill('Promo Kemerdekaan')
  await page.getByLabel(/^Campaign start/).fill('2024-08-01T08:00')
  await page.getByLabel(/^Campaign end/).fill('2024-07-01T08:00')
  const types = page.getByRole('group', { name: 'Member type' })
  await types.getByRole('button', { name: 'EMT', exact: true }).click()
  await types.getByRole('button', { name: 'All', exact: true }).click()
  await expect(types.getByRole('button', { name: 'EMT', exact: true })).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('info')
  await page.getByRole('combobox', { name: 'Content type', exact: true }).selectOption('article')
  await textbox(page, 'Message').fill('Diskon untuk semua.')

  await expect(textbox(page, 'Button title')).toHaveCount(0)
  await page.getByRole('switch', { name: 'With button' }).click()
  await expect(textbox(page, 'Button title')).toBeVisible()
  await page.getByRole('combobox', { name: 'Reference type', exact: true }).selectOption('url')
  await textbox(page, 'Reference URL').fill('bukan alamat')

  await page.locator('input[type=file]').setInputFiles(await picture(page, 600, 700))
  await saveButton(page).click()
  await expect(page.getByText('Must not be before the start')).toBeVisible()
  await expect(page.getByText('Enter a web address that starts with http:// or https://')).toBeVisible()
  await expect(page.getByText('At most 510 wide and 636 high')).toBeVisible()

  await page.getByRole('switch', { name: 'No end' }).click()
  await expect(page.getByLabel(/^Campaign end/)).toHaveCount(0)
  await textbox(page, 'Button title').fill('Lihat')
  await textbox(page, 'Reference URL').fill('https://lapangan.test/promo')
  await page.locator('input[type=file]').setInputFiles(await picture(page, 510, 636))
  await saveToList(page)
  await expect.poll(async () => (await stored()).map((row) => [row.status, row.button_title])).toEqual([['ACTIVE', 'Lihat']])

  const active = page.getByRole('region', { name: 'Active' })
  const mine = active.getByRole('row').filter({ hasText: 'Promo Kemerdekaan' })
  await expect(mine).toContainText('Always Show')
  const order = async () => (await active.locator('tr[data-ref]').allTextContents()).findIndex((text) => text.includes('Promo Kemerdekaan'))
  const before = await order()
  await mine.getByRole('button', { name: before > 0 ? /^Move .* up$/ : /^Move .* down$/ }).click()
  await expect.poll(order).toBe(before > 0 ? before - 1 : 1)

  await mine.getByRole('switch').click()
  await expect.poll(async () => (await stored()).map((row) => row.status)).toEqual(['HIDDEN'])
  await expect(mine).toHaveCount(0)
})
