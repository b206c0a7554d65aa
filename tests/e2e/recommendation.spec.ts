import type { Page } from '@playwright/test'
import { isRecord } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { addDays } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { analysis } from '#contract/sections/stock/analysis.ts'
import { portofolio } from '#contract/sections/stock/portofolio.ts'
import { recommendation } from '#contract/sections/stock/recommendation.ts'
import { stock } from '#contract/sections/stock/stock.ts'
import type { Client } from '#tests/support/client.ts'
import { formOf } from '#tests/support/form.ts'
import { expect, laptop, test } from './fixtures.ts'
import { saveToList } from './forms.ts'
import { waitUntilSettled } from './screens.ts'

/** A company of its own, for the days of this test. */
const code = 'ZPIK'

const input = (page: Page, field: string) => page.locator(`[data-field="${field}"] input`)
async function type(page: Page, field: string, price: number): Promise<void> {
  // Focus removes the dots of its number.
  await input(page, field).focus()
  await input(page, field).fill(String(price))
  await input(page, field).blur()
}

const post = (root: Client, path: string, body: unknown) =>
  root.fetch(path, {
    method: 'POST',
    ...(body instanceof FormData ? { body } : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })

const importPrices = (root: Client, rows: readonly object[]) => post(root, '/emitten/in/v1/stock-prices/import', { rows })

/** A company with two days of prices, a week apart; the exchange's last trading day is still to come. */
async function listCompany(root: Client): Promise<string> {
  const made = await post(root, stock.path, formOf(stock.fields, { code, company_name: 'PT Panen Indah Kencana Tbk.', sector_id: 1 }))
  expect(made.status, await made.clone().text()).toBe(201)
  const { date } = await (await root.fetch('/emitten/in/v1/stock-prices/BBCA/last-price')).json()
  const rows = [
    { code, date: addDays(date, -14), previous: 12_000, high: 12_100, low: 11_900, close: 12_000, volume: 100 },
    { code, date: addDays(date, -7), previous: 12_000, high: 12_250, low: 12_000, close: 12_100, volume: 100 },
  ]
  expect((await importPrices(root, rows)).status).toBe(200)
  return date
}

/** Members with EMT today, and one whose EMT ended. */
async function readers(root: Client): Promise<{ two: AnyRow[]; third: AnyRow }> {
  const { data } = await root.list(member.path, { size: '1000' })
  const ends = (row: AnyRow) => (Array.isArray(row.products) ? row.products.filter(isRecord) : [])
  const two = data.filter(
    (row) => row.status === 'active' && ends(row).some(({ product, remaining }) => product === 'EMT' && Number(remaining) > 0),
  )
  const third = data.find(
    (row) => ends(row).length === 1 && ends(row).every(({ product, remaining }) => product === 'EMT' && Number(remaining) < 0),
  )
  if (two.length < 2 || !third) throw new Error('the demo has no such members')
  return { two: two.slice(0, 2), third }
}

test('a buy is published on a laptop, reaches its audience once although the server dies; a price reaches its target, it is sold, and its return stands', async ({
  server,
  as,
  open,
}) => {
  const root = await as('root')
  const today = await listCompany(root)
  const page = await open('analyst')
  await page.goto('/recommendation/list')
  await waitUntilSettled(page)
  await page.keyboard.press('.')
  await expect(page).toHaveURL(/\/recommendation\/add\?action=buy/)
  await waitUntilSettled(page)
  await page.locator('[data-field=stock_id]').getByRole('combobox').click()
  await page.keyboard.type(code)
  await page.getByRole('listbox').getByRole('option', { name: code }).click()
  await expect(page.getByText('Last price').first()).toBeVisible()
  // Between two ticks: the nearest is used.
  await type(page, 'buy_price.from', 11_903)
  await expect(input(page, 'buy_price.from')).toHaveValue('11,900')
  await type(page, 'buy_price.to', 12_200)
  await type(page, 'target_price.0.price', 20_000)
  await expect(page.getByText(/Outside today’s range: .*20,000/)).toBeVisible()
  await type(page, 'target_price.0.price', 13_500)
  await page.locator('[data-field=target_price]').getByRole('button', { name: 'Add row' }).click()
  await type(page, 'target_price.1.price', 15_000)
  await type(page, 'stop_loss', 9_000)
  await page.locator('[data-field=status] select').selectOption('publish')
  await input(page, 'published_on').fill(`${addDays(today, -7)}T08:00`)
  await page.locator('[data-field=send_push]').getByRole('switch').click()
  await saveToList(page)
  const stored = async (): Promise<AnyRow | undefined> =>
    (await root.list(recommendation.path, { query: `search:${code}` })).data.find(({ kind }) => kind === 'buy')
  await expect.poll(async () => (await stored())?.push_count).toBe(1)
  await server.kill()
  await server.restart()

  const pick = await stored()
  const { two, third } = await readers(root)
  const inbox = await (await page.context().browser())?.newPage({ ...laptop, baseURL: server.url })
  if (!inbox) throw new Error('no browser')
  for (const { id } of two) {
    await inbox.goto('about:blank')
    await inbox.goto(`/simulator/member#member=${id}`)
    await expect(inbox.locator(`[data-pick="${pick?.ref}"]`)).toHaveCount(1)
  }
  await inbox.goto('about:blank')
  await inbox.goto(`/simulator/member#member=${third.id}`)
  await expect(inbox.locator('#log > div').first()).toBeVisible()
  await expect(inbox.locator(`[data-pick="${pick?.ref}"]`)).toHaveCount(0)
  await inbox.close()

  expect(pick?.life).toMatchObject({ state: 'entered' })
  const alert = {
    title: `Tembus 13.500 ${code}`,
    stock_id: pick?.stock_id,
    body: '<p>Pantau.</p>',
    alert_price: 13_500,
    audience: ['emt'],
    status: 'draft',
  }
  const armed = await post(root, analysis.path, formOf(analysis.fields, alert))
  expect(armed.status, await armed.clone().text()).toBe(201)
  const day = { code, date: today, previous: 12_100, high: 13_500, low: 12_000, close: 13_400, volume: 100 }
  await page.goto('/analysis/alert/list')
  await waitUntilSettled(page)
  const alerted = page.getByRole('row').filter({ hasText: alert.title })
  await expect(alerted).toHaveCount(0)
  expect((await importPrices(root, [day])).status).toBe(200)
  // Without another read.
  await expect(alerted).toBeVisible()
  await page.goto(`/recommendation/edit/${pick?.ref}`)
  await waitUntilSettled(page)
  const result = page.getByRole('region', { name: 'Result' })
  const bought = isRecord(pick?.life) ? Number(pick.life.entry_price) : Number.NaN
  await expect(result.getByText('Rp 13,500')).toBeVisible()
  await expect(input(page, 'buy_price.to')).toBeDisabled()

  // 2 clicks on the pick's page: 'Sell' and Save; the state is a list, and nothing has to be typed again.
  await expect(page.getByRole('link', { name: 'Move stop' })).toBeVisible()
  await page.getByRole('link', { name: 'Sell', exact: true }).click()
  await expect(page).toHaveURL(/\/recommendation\/add\?/)
  await waitUntilSettled(page)
  await expect(page.locator('[data-field=stock_id]').getByRole('combobox')).toHaveText(code)
  await expect(input(page, 'sell_price')).toHaveValue('13,400')
  await expect(page.locator('[data-field=audience] [aria-pressed=true]')).toHaveText(['EMT'])
  await page.locator('[data-field=status] select').selectOption('publish')
  await input(page, 'published_on').fill(`${today}T00:00`)
  await saveToList(page)
  // Half was sold at the target, half by the analyst; rounded once.
  const gain = Math.round(((13_500 / bought + 13_400 / bought) / 2 - 1) * 10_000) / 100
  await expect.poll(async () => (await stored())?.life).toMatchObject({ state: 'closed', closed_by: 'sell', gain })

  const trade = (side: string, price: number, date: string) => ({ side, price, date, shares: 1_000 })
  const held = {
    stock_id: pick?.stock_id,
    product: 'EMT',
    trades: [trade('buy', 12_000, addDays(today, -7)), trade('sell', 13_400, today)],
  }
  expect((await post(root, portofolio.path, held)).status).toBe(201)
  await page.goto('/performance/list')
  const profit = page.getByRole('table', { name: 'Top profit' }).locator('[data-row]').filter({ hasText: code })
  await expect(profit).toContainText('+11.67 %')
  await profit.getByRole('link', { name: code }).click()
  await expect(page).toHaveURL(/\/portofolio\/(?:edit|detail)\//)
})
