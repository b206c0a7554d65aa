import type { Page } from '@playwright/test'
import { expect, phone, test } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

declare global {
  interface Window {
    shared: string[]
    /** Errors of the next presses. */
    refusals: string[]
  }
}

/** An app of the home screen, whose system shares files and notes their names. */
async function pretendHomeScreen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shared = []
    window.refusals = []
    Object.defineProperty(navigator, 'standalone', { value: true })
    Object.defineProperty(navigator, 'canShare', { value: () => true })
    Object.defineProperty(navigator, 'share', {
      value: async ({ files }: { files: File[] }) => {
        const refusal = window.refusals.shift()
        if (refusal) throw new DOMException('', refusal)
        window.shared.push(...files.map(({ name, type, size }) => `${name} ${type} ${size > 0}`))
      },
    })
  })
}

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/MediaBox[0 0 200 200]/Parent 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
)

test('an app of the home screen shares what is saved, and shows what is opened on a page with Back', async ({ open }) => {
  const page = await open('sales', { ...phone, userAgent })
  await pretendHomeScreen(page)
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  await page.goto('/leads/list')
  await waitUntilSettled(page)
  const lead = (await page.locator('li[data-ref]').first().getAttribute('data-ref')) ?? ''
  await page.goto(`/leads/edit/${lead}`)
  const pane = page.getByRole('region', { name: 'Attachments' })
  await expect(pane.getByText('No photos, documents or voice notes yet.')).toBeVisible()
  // What was sent has left the device while the list does not name it yet.
  let list: () => void = () => undefined
  const listed = new Promise<void>((resolve) => {
    list = resolve
  })
  await page.route(/\/attachments(\?|$)/, async (route) => {
    if (route.request().method() === 'GET') await listed
    await route.continue()
  })
  await pane.locator('input[type=file][multiple]').setInputFiles([
    { name: 'Kontrak.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'Rumah.png', mimeType: 'image/png', buffer: pixel },
  ])
  const item = (name: string) => pane.getByRole('listitem').filter({ hasText: name })
  for (const name of ['Kontrak.pdf', 'Rumah']) await expect(item(name)).toHaveAttribute('data-state', 'stored')

  await item('Kontrak.pdf').getByRole('button').first().click()
  const shown = page.getByRole('dialog', { name: 'Kontrak.pdf' })
  await expect(shown.getByTitle('Kontrak.pdf')).toHaveAttribute('src', /^blob:/)
  await expect(shown.getByText('This phone may show the first page only.')).toBeVisible()
  list()
  await shown.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.evaluate(() => window.shared)).toEqual(['Kontrak.pdf application/pdf true'])
  await shown.getByRole('button', { name: 'Back' }).click()
  await expect(shown).toBeHidden()
  await expect(pane).toBeVisible()

  await item('Rumah').getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.evaluate(() => window.shared[1])).toMatch(/^Rumah\.\w+ image\/\w+ true$/)
  // This browser has no viewer, and downloads what is framed under the name of its address.
  expect(downloads.filter((name) => /Kontrak|Rumah/.test(name))).toEqual([])
  expect(page.context().pages()).toHaveLength(1)
})

test('an export that took longer than the press counts is saved by a second press', async ({ open }) => {
  const page = await open('admin', { ...phone, userAgent })
  await pretendHomeScreen(page)
  await page.goto('/bank/list')
  await waitUntilSettled(page)
  await page.evaluate(() => window.refusals.push('NotAllowedError', 'AbortError'))
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export', exact: true }).click()
  await page
    .getByRole('dialog', { name: /^Export: / })
    .getByRole('button', { name: 'Export', exact: true })
    .click()
  const shown = page.getByRole('dialog').filter({ has: page.getByText('This file cannot be shown here.') })
  await expect(shown).toBeVisible()
  // The sheet of the system is closed without a choice: nothing is wrong, and the button stays.
  await shown.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.evaluate(() => window.refusals.length)).toBe(0)
  await expect(shown.getByRole('alert')).toHaveCount(0)
  await expect(async () => {
    await shown.getByRole('button', { name: 'Save' }).click({ timeout: 500 })
    expect(await page.evaluate(() => window.shared[0])).toMatch(/^bank.*\.xlsx application\/.* true$/)
  }).toPass()
  await shown.getByRole('button', { name: 'Back' }).click()
  await expect(shown).toBeHidden()
  await expect(page).toHaveURL(/\/bank\/list/)
})
