/** What was sold, on the screens of reports: a paid order moves the numbers by exactly itself, and a number opens what it counts. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { wibDay } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { payBody, transaction } from '#contract/sections/sales/transaction.ts'
import type { Client } from '#tests/support/client.ts'
import { onePixel } from '#tests/support/example.ts'
import { formOf } from '#tests/support/form.ts'
import { expect, phone, test } from './fixtures.ts'
import { goTo, waitUntilSettled } from './screens.ts'

const productName = 'Paket Laporan'
const price = 1_250_000
const json = { 'content-type': 'application/json' }

async function made(response: Response): Promise<number> {
  const text = await response.text()
  expect(response.ok, text).toBe(true)
  return JSON.parse(text).data.id
}

const product = async (admin: Client) => {
  const values = { name: productName, product: 'EMT', type: 'Regular', fee_type: 'paid', price, duration_days: 30, is_active: true }
  return made(await admin.fetch(membership.path, { method: 'POST', headers: json, body: JSON.stringify(values) }))
}

/** A paid order of this salesperson, and its number. */
async function order(admin: Client, product_id: number, sales: number): Promise<number> {
  const [buyer] = (await admin.list(member.path, { size: '1', query: 'status:active' })).data
  const values = { member_id: buyer?.id, sales, items: [{ category: 'membership', product_id, qty: 2 }], payment_method: 'cash' }
  const id = await made(await admin.fetch(transaction.path, { method: 'POST', body: formOf(transaction.fields, values) }))
  await pay(admin, id, { payment_status: 'paid', proof: [onePixel()] })
  return id
}

const pay = async (admin: Client, id: number, values: Record<string, unknown>) =>
  made(await admin.fetch(`${transaction.path}/${id}/payment-status`, { method: 'PUT', body: formOf(payBody, values) }))

const row = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name })
const numberOf = async (cell: Locator) => Number((await cell.textContent())?.replace(/\D/g, ''))
const total = (page: Page, measure: string) => numberOf(page.locator(`[data-row=total] [data-measure=${measure}] a`))
/** What of the whole is on the screen. */
const totals = async (page: Page, measures: readonly string[]) => {
  await expect(page.locator('[data-row=total] [data-measure] a')).toHaveCount(measures.length)
  return Promise.all(measures.map((measure) => total(page, measure)))
}
const month = `period=monthly&month=${wibDay(new Date()).slice(0, 7)}`
const quantity = ['units', 'revenue', 'orders'] as const
const board = ['point', 'revenue', 'orders'] as const

test('a paid order moves quantity and score board by exactly itself, its number opens it, and a cancelled one takes it back', async ({
  open,
  as,
}) => {
  test.setTimeout(120_000)
  const [admin, sales] = [await as('admin'), await as('sales')]
  const page = await open('admin')
  const [sold, points] = [2 * price, Math.floor((2 * price) / 10_000)]
  await page.goto(`/report/score-board?${month}`)
  await waitUntilSettled(page)
  const boardBefore = await totals(page, board)
  await goTo(page, `/report/quantity?${month}`)
  const before = await totals(page, quantity)
  await expect(row(page, productName)).toHaveCount(0)

  const id = await order(admin, await product(admin), sales.session.user.id)
  // The screen that is open follows by itself.
  await expect.poll(() => totals(page, quantity)).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + sold, (before[2] ?? 0) + 1])
  await goTo(page, `/report/quantity?${month}&query=search:${productName}`)
  await expect(row(page, productName)).toContainText(sales.session.user.name)
  await goTo(page, `/report/score-board?${month}`)
  const after = [points, sold, 1].map((more, at) => (boardBefore[at] ?? 0) + more)
  await expect.poll(() => totals(page, board)).toEqual(after)

  await test.step('each number opens a list of exactly so many orders', async () => {
    await goTo(page, `/report/quantity?${month}&query=search:${productName}`)
    for (const measure of quantity) {
      await row(page, productName).locator(`[data-measure=${measure}] a`).click()
      await expect(page).toHaveURL(/\/transaction\/list\?query=/)
      await expect(page.locator('[data-total]')).toHaveAttribute('data-total', '1')
      await expect(page.locator('tr[data-ref]')).toHaveCount(1)
      await page.goBack()
      await waitUntilSettled(page)
    }
    await goTo(page, `/report/score-board?${month}`)
    const mine = row(page, sales.session.user.name).locator('[data-measure=orders] a')
    const count = await numberOf(mine)
    await mine.click()
    await expect(page.locator('[data-total]')).toHaveAttribute('data-total', String(count))
    await page.goBack()
    await waitUntilSettled(page)
    const all = await total(page, 'orders')
    await page.locator('[data-row=total] [data-measure=orders] a').click()
    await expect(page.locator('[data-total]')).toHaveAttribute('data-total', String(all))
  })

  await admin.fetch(`${transaction.path}/${id}/note`, { method: 'PUT', headers: json, body: JSON.stringify({ note: 'Dibatalkan' }) })
  await pay(admin, id, { payment_status: 'cancel' })
  await goTo(page, `/report/score-board?${month}`)
  await expect.poll(() => totals(page, board)).toEqual(boardBefore)
  await goTo(page, `/report/quantity?${month}`)
  await expect.poll(() => totals(page, quantity)).toEqual(before)
})

test('/report and /report/list lead to quantity, keys read the chart, and the rows are a file', async ({ open }) => {
  const page = await open('admin')
  for (const path of ['/report', '/report/list']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/report\/quantity$/)
  }
  await page.goto('/report/score-board')
  await waitUntilSettled(page)
  const chart = page.getByRole('slider', { name: 'Revenue over time' })
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuenow', '1')
  await page.keyboard.press('ArrowRight')
  await expect(chart).toHaveAttribute('aria-valuenow', '2')
  await expect(chart).toHaveAttribute('aria-valuetext', /^2 \w+ \d{4}: Rp/)
  await page.getByText('Show as a table').click()
  await expect(page.locator('details tbody tr')).toHaveCount(Number(await chart.getAttribute('aria-valuemax')))

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Text (csv)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^scoreboard-\d{4}-\d\d-01_\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^.*sales_id,sales_name,point,revenue,orders/)
  await page.goto(`/report/score-board?period=ytd&year=${wibDay(new Date()).slice(0, 4)}`)
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Text (csv)' }).click()
  await expect(page.getByText(/limited to \d+ days/)).toBeVisible()
})

test('the last report stays on the device and says how old it is', async ({ device, as, network }) => {
  const context = await device(await as('admin'), phone)
  const page = await context.newPage()
  await page.goto('/report/score-board')
  await waitUntilSettled(page)
  const before = await totals(page, board)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lapangan-cache')?.includes('"sales_name":"Total"'))).toBe(true)
  await network.set({ as: 'drop' })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Period before' }).click()
  await page.getByRole('button', { name: 'Period before' }).click()
  await expect(page.getByText('This period was not read on this device yet')).toBeVisible()
  await page.getByRole('button', { name: /^Show / }).click()
  await expect(page.getByText(/^Saved on this device, read /)).toBeVisible()
  expect(await totals(page, board)).toEqual(before)
})
