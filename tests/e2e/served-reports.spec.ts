/** Screens of reports with calls of their own: performance, and the questions' (docs/product/reports.md#reports-with-calls-of-their-own). */
import type { Locator, Page } from '@playwright/test'
import { portofolio } from '#contract/sections/stock/portofolio.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { expect, phone, test } from './fixtures.ts'
import { goTo, waitUntilSettled } from './screens.ts'

const numberOf = async (cell: Locator) => Number((await cell.textContent())?.replace(/\D/g, ''))
const tile = (page: Page, measure: string) => page.locator(`[data-tile=${measure}] a`)
const queryOf = (href: string | null) => new URL(href ?? '', 'http://lapangan').searchParams.get('query') ?? ''

test('performance: tiles open as many positions as they count, keys read gain and index, and rows are ordered', async ({ open, as }) => {
  const [page, admin] = [await open('admin'), await as('admin')]
  await page.goto('/performance/list')
  await waitUntilSettled(page)
  for (const measure of ['positions', 'open', 'closed']) {
    const link = tile(page, measure)
    const { total_record } = await admin.list(portofolio.path, { size: '1', query: queryOf(await link.getAttribute('href')) })
    expect(total_record, measure).toBe(await numberOf(link))
  }

  const chart = page.getByRole('slider', { name: 'Portfolio over time' })
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuenow', '1')
  await expect(chart).toHaveAttribute('aria-valuetext', /^\d+ \w+ \d{4}: Portfolio [+\d-].* %, IHSG.* %$/)
  await page.getByText('Show as a table').click()
  await expect(page.locator('details tbody tr').first()).toBeVisible()

  const results = page.getByRole('table', { name: 'By recommendation' })
  await expect(results.locator('tbody tr')).toHaveCount(3)
  await results.getByRole('button', { name: 'Category' }).click()
  await expect(results.locator('tbody th')).toHaveText(['Investing', 'Super', 'Swing'])

  await goTo(page, '/performance/list?product=EMT')
  await waitUntilSettled(page)
  await tile(page, 'closed').click()
  await expect(page).toHaveURL(/\/portofolio\/list\?.*product.*closed_on/)
})

test('questions: each number of chats opens exactly those, on a phone as on paper', async ({ open, as }) => {
  const [page, admin] = [await open('admin', phone), await as('admin')]
  await page.goto('/tanya-saham/report/list?query=created_at:2020-01-01..2030-12-31')
  await waitUntilSettled(page)
  const numbers = page.locator('[data-row] [data-measure=chats] a')
  await expect(numbers.first()).toBeVisible()
  for (const number of await numbers.all()) {
    const query = queryOf(await number.getAttribute('href'))
    const { total_record } = await admin.list(tanyaSaham.path, { size: '1', query })
    expect(total_record, query).toBe(await numberOf(number))
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[data-printed]')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Period', exact: false })).toBeHidden()
})
