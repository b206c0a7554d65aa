/** The screens of reports: a paid order moves the numbers by exactly itself, and a number opens what it counts. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { wibDay } from '#contract/lib/wib.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import type { Client } from '#tests/support/client.ts'
import { cancelOrder, makeProduct, payOrder } from '#tests/support/paid-order.ts'
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
  const [admin, sales] = [await as('admin'), await as('sales')]
  const page = await open('admin')
  const [sold, points] = [2 * price, Math.floor((2 * price) / 10_000)]
  await page.goto(`/report/score-board?${month}`)
  await waitUntilSettled(page)
  const boardBefore = await totals(page, board)
  await goTo(page, `/report/quantity?${month}`)
  const before = await totals(page, quantity)
  await expect(row(page, productName)).toHaveCount(0)

  const id = await payOrder(admin, await makeProduct(admin, productName, price), sales.session.user.id)
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

  await cancelOrder(admin, id)
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

const activity = '/report/activity/list'

/** A lead of this salesperson that was followed up and moved today. */
async function workOnLead(sales: Client): Promise<void> {
  const values = { name: 'Kak Aktivitas', phone: `62812${String(Date.now()).slice(-8)}`, status: 'new', sales: sales.session.user.id }
  const id = await made(await sales.fetch(leads.path, { method: 'POST', headers: json, body: JSON.stringify(values) }))
  const { data } = JSON.parse(await (await sales.fetch(`${leads.path}/${id}`)).text())
  const noted = JSON.stringify({ ...data, last_follow_up: new Date().toISOString() })
  await made(await sales.fetch(`${leads.path}/${id}`, { method: 'PUT', headers: json, body: noted }))
  const moved = await sales.fetch(`${leads.path}/status`, {
    method: 'PUT',
    headers: json,
    body: JSON.stringify({ ids: [id], status: 'closing' }),
  })
  expect(moved.ok).toBe(true)
}

test('activity: two tables with totals, and each link opens exactly as many records as it says', async ({ open, as }) => {
  await workOnLead(await as('sales'))
  const page = await open('admin')
  await page.goto('/report/activity')
  await expect(page).toHaveURL(/\/report\/activity\/list$/)
  await waitUntilSettled(page)
  const year = `period=ytd&year=${wibDay(new Date()).slice(0, 4)}`
  const screen = `${activity}?${year}&compare=true`
  await goTo(page, screen)
  await expect(page.locator('[data-report] tfoot [data-row=total]')).toHaveCount(2)
  const links = page.locator('[data-report] table [data-measure] a')
  const measures = await links.evaluateAll((all) => all.map((link) => link.closest('[data-measure]')?.getAttribute('data-measure') ?? ''))
  expect([...new Set(measures)].sort()).toEqual(['chats', 'closings', 'follow_ups', 'handled', 'leads_moved', 'rating'])
  // Of each measure the total, and the first row that has a number.
  for (const measure of new Set(measures)) {
    for (const part of ['tfoot', 'tbody']) {
      const all = page.locator(`[data-report] ${part} [data-measure=${measure}] a`)
      const count = await numberOf(all.first())
      expect(count, `${measure} of ${part}`).toBeGreaterThan(0)
      await all.first().click()
      await expect(page.locator('[data-total]').first(), `${measure} of ${part}`).toHaveAttribute('data-total', String(count))
      await goTo(page, screen)
    }
  }
  await expect(page.locator('[data-measure=follow_ups] a').first()).toHaveText(/^in \d+ leads?$/)
  await expect(page.locator('[data-measure=rating] a').first()).toHaveText(/^in \d+ chats?$/)

  await test.step('one table is ordered and searched by itself, in the address', async () => {
    const support = page.locator('[data-report=support-activity]')
    const before = await page.locator('[data-report=sales-activity] tbody th').allTextContents()
    await support.getByRole('button', { name: 'Rating (of 5)' }).click()
    await expect(page).toHaveURL(/support-activity\.sort=rating/)
    await expect(support.locator('th[aria-sort=ascending]')).toHaveCount(1)
    expect(await page.locator('[data-report=sales-activity] tbody th').allTextContents()).toEqual(before)
    await expect(page.locator('[data-report=sales-activity] th[aria-sort=ascending]')).toHaveCount(0)
  })
})

test('activity: a total that is all empty fails silently', async ({ open }) => {
  const page = await open('admin')
  const nothing = {
    sales_name: 'Total',
    chats: null,
    replies: null,
    first_reply: null,
    follow_ups: null,
    leads_moved: null,
    closings: null,
  }
  await page.route('**/sales-activity/total**', (route) => route.fulfill({ json: nothing }))
  await page.goto(`${activity}?period=ytd&year=${wibDay(new Date()).slice(0, 4)}`)
  await waitUntilSettled(page)
  const sales = page.locator('[data-report=sales-activity]')
  await expect(sales.locator('tbody tr').first()).toBeVisible()
  await expect(sales.locator('[data-row=total], [data-tile]')).toHaveCount(0)
  await expect(page.locator('[data-report=support-activity] [data-row=total]')).toHaveCount(1)
  await expect(page.locator('[data-sonner-toast], [role=alert]')).toHaveCount(0)
})

test('activity: chats become a file by a task, and the history says who took them', async ({ open, as }) => {
  const admin = await as('admin')
  const page = await open('admin')
  await page.goto('/report/activity/history')
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Chats as a file' }).click()
  const window = page.getByRole('dialog', { name: 'Chats as a file' })
  const start = window.getByRole('button', { name: 'Make the file' })
  await window.getByLabel('Period').selectOption('custom')
  await expect(window.getByText('Filter date must not be empty')).toBeVisible()
  await expect(start).toBeDisabled()
  await window.getByLabel('Period').selectOption('monthly')
  await window.getByLabel('Month').selectOption(String(Number(wibDay(new Date()).slice(5, 7))))
  await page.context().setOffline(true)
  await expect(window.getByText('No Internet Connection')).toBeVisible()
  await expect(start).toBeDisabled()
  await page.context().setOffline(false)
  await expect(start).toBeEnabled()
  await start.click()

  const tasks = page.getByRole('dialog', { name: 'Tasks' })
  await expect(tasks.locator('[data-task=done]').filter({ hasText: 'Export of chats' }).first()).toBeVisible()
  const download = page.waitForEvent('download')
  await tasks.getByRole('button', { name: 'Download' }).first().click()
  expect((await download).suggestedFilename()).toMatch(/^chat-\d{4}-\d\d-01_.*\.xlsx$/)
  await page.keyboard.press('Escape')
  const first = page.locator('tr[data-row]').first()
  await expect(first).toContainText(admin.session.user.name)
  await expect(first).toContainText('Chats')
  await expect(first).toContainText('Done')
  expect(await numberOf(first.locator('[data-cell=rows]'))).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Support activity' }).click()
  await expect(page).toHaveURL(/query=report(?::|%3A)support-activity/)
  await page.keyboard.press('Escape')
  await expect(page.locator('tr[data-row]').filter({ hasText: 'Chats' })).toHaveCount(0)
})

test('activity stays on the device and says how old it is', async ({ device, as, network }) => {
  const context = await device(await as('admin'), phone)
  const page = await context.newPage()
  await page.goto(activity)
  await waitUntilSettled(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lapangan-cache')?.includes('"support_name":"Total"'))).toBe(true)
  await network.set({ as: 'drop' })
  await context.setOffline(true)
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Period before' }).click()
  await expect(page.getByText('This period was not read on this device yet')).toHaveCount(1)
  await page.getByRole('button', { name: /^Show / }).click()
  await expect(page.getByText(/^Saved on this device, read /)).toHaveCount(1)
  await expect(page.locator('[data-report=support-activity]')).toBeVisible()
})

test('a report prints clean: no navigation, no button, its period and when it was read, and whole tables', async ({ open }) => {
  // A4 at 96 dpi, less its margins.
  const page = await open('admin', { viewport: { width: 794 - 90, height: 1123 } })
  const year = `period=ytd&year=${wibDay(new Date()).slice(0, 4)}`
  await page.goto('/dashboard')
  for (const path of [`/report/quantity?${year}`, `/report/score-board?${year}`, `${activity}?${year}`, '/report/activity/history']) {
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await goTo(page, path)
    const rows = await page.locator('table tr').count()
    await page.setViewportSize({ width: 794 - 90, height: 1123 })
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation').filter({ visible: true }), path).toHaveCount(0)
    await expect(page.locator('button:not(th button), select, input').filter({ visible: true }), path).toHaveCount(0)
    await expect(page.locator('[data-printed]'), path).toContainText(/read on \d+ \w+ \d{4}/)
    if (path.includes(year)) await expect(page.locator('[data-printed]'), path).toContainText('1 Jan – ')
    expect(rows, path).toBeGreaterThan(0)
    const wide = await page.evaluate(() => {
      const cut = [...document.querySelectorAll('table, li[data-row], [data-tile]')].filter((each) => {
        const { left, right } = each.getBoundingClientRect()
        return left < 0 || right > document.documentElement.clientWidth + 1
      })
      return [document.documentElement.scrollWidth > document.documentElement.clientWidth, cut.length]
    })
    expect(wide, path).toEqual([false, 0])
  }
})
