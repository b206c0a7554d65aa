import type { Page } from '@playwright/test'
import { isRecord } from '#contract/kit/guards.ts'
import type { AnyRow } from '#contract/kit/section.ts'
import { addDays } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { recommendation } from '#contract/sections/stock/recommendation.ts'
import type { Client } from '#tests/support/client.ts'
import { expect, laptop, test } from './fixtures.ts'
import { saveToList } from './forms.ts'
import { settled } from './screens.ts'

/** Large, liquid, and none of what the demo recommends. */
const code = 'INTP'

const input = (page: Page, field: string) => page.locator(`[data-field="${field}"] input`)
async function type(page: Page, field: string, price: number): Promise<void> {
  // What stands there loses its dots as soon as it is focused.
  await input(page, field).focus()
  await input(page, field).fill(String(price))
  await input(page, field).blur()
}

/** Whoever has EMT today, and whoever had it until yesterday and nothing else. */
async function readers(root: Client): Promise<{ two: AnyRow[]; third: AnyRow }> {
  const { data } = await root.list(member.path, { size: '1000' })
  const ends = (row: AnyRow) => (Array.isArray(row.products) ? row.products.filter(isRecord) : [])
  const two = data.filter(
    (row) => row.status === 'active' && ends(row).some(({ product, remaining }) => product === 'EMT' && Number(remaining) > 0),
  )
  const third = data.find(
    (row) => ends(row).length === 1 && ends(row).every(({ product, remaining }) => product === 'EMT' && remaining === -1),
  )
  if (two.length < 2 || !third) throw new Error('the demo has no such members')
  return { two: two.slice(0, 2), third }
}

test('a buy is published on a laptop, reaches its audience once although the server dies, and is closed by a price that arrives', async ({
  server,
  as,
  open,
}) => {
  test.setTimeout(120_000)
  const root = await as('root')
  const last = await (await root.fetch(`/emitten/in/v1/stock-prices/${code}/last-price`)).json()
  const page = await open('analyst')
  await page.goto('/recommendation/list')
  await settled(page)
  await page.keyboard.press('.')
  await expect(page).toHaveURL(/\/recommendation\/add\?action=buy/)
  await settled(page)
  await page.locator('[data-field=stock_id]').getByRole('combobox').click()
  await page.keyboard.type(code)
  await page.getByRole('listbox').getByRole('option', { name: code }).click()
  await expect(page.getByText('Last price').first()).toBeVisible()
  // Between two ticks, so the nearest is taken.
  await type(page, 'buy_price.from', 11_903)
  await expect(input(page, 'buy_price.from')).toHaveValue('11.900')
  await type(page, 'buy_price.to', 12_200)
  await type(page, 'target_price.0.price', 20_000)
  await expect(page.getByText(/Outside today’s range: .*20\.000/)).toBeVisible()
  await type(page, 'target_price.0.price', 13_500)
  await type(page, 'stop_loss', 9_000)
  await page.locator('[data-field=status] select').selectOption('publish')
  await input(page, 'published_on').fill(`${addDays(last.date, -7)}T08:00`)
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
  const day = { code, date: last.date, previous: last.previous, high: 13_500, low: 12_000, close: 13_400, volume: 100 }
  const arrived = await root.fetch('/emitten/in/v1/stock-prices/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rows: [day] }),
  })
  expect(arrived.status, await arrived.clone().text()).toBe(200)
  await page.goto(`/recommendation/edit/${pick?.ref}`)
  await settled(page)
  const result = page.getByRole('region', { name: 'Result' })
  const bought = isRecord(pick?.life) ? Number(pick.life.entry_price) : Number.NaN
  const gain = Math.round((13_500 / bought - 1) * 10_000) / 100
  await expect(result.getByText(`+${gain} %`)).toBeVisible()
  await expect(result.getByText('Rp 13.500')).toBeVisible()
  await expect(input(page, 'buy_price.to')).toBeDisabled()
})
