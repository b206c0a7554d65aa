/** The start of a day, by what somebody does: what waits, how the month goes, and the list behind each number. */
import type { Page } from '@playwright/test'
import { wibDay } from '#contract/lib/wib.ts'
import { isSectionName, sections } from '#contract/sections/index.ts'
import { reward } from '#contract/sections/sales/reward.ts'
import { cancelOrder, makeProduct, payOrder } from '#tests/support/paid-order.ts'
import { openLeads } from './device.ts'
import { expect, phone, test } from './fixtures.ts'
import { goTo, waitUntilSettled } from './screens.ts'

const card = (page: Page, name: string) => page.locator(`[data-card="${name}"]`)

/** Names of the cards whose list is not empty, with the number in their heading. */
async function countsOf(page: Page): Promise<[name: string, count: number][]> {
  const found: [string, number][] = []
  for (const each of await page.locator('[data-card]:has(h2 a, header a)').all()) {
    const [, count] = /: ([\d.,]+)$/.exec((await each.locator('h2').textContent()) ?? '') ?? []
    if (count !== undefined) found.push([(await each.getAttribute('data-card')) ?? '', Number(count.replace(/\D/g, ''))])
  }
  return found
}

const cardsOf = {
  admin: ['scoreboard', 'new-members', 'lead-sources', 'unpaid-orders', 'ending-memberships', 'joined-members', 'alerts'],
  sales: ['own-scoreboard', 'rewards', 'unanswered', 'unpaid-orders', 'ending-memberships'],
  support: ['unanswered', 'open-questions', 'ratings'],
  analyst: ['near-levels', 'crossed-levels', 'own-questions', 'draft-picks', 'draft-analyses'],
} as const

for (const account of ['admin', 'sales', 'support', 'analyst'] as const)
  test(`the day of ${account} has its cards, and each opens a list of as many records`, async ({ open, as }) => {
    test.setTimeout(120_000)
    const client = await as(account)
    const page = await open(account)
    const refused: string[] = []
    page.on('response', (response) => response.status() === 403 && refused.push(response.url()))
    await page.goto('/dashboard')
    for (const name of cardsOf[account]) await expect(card(page, name)).toBeVisible()
    await waitUntilSettled(page)
    expect(await page.locator('[data-card]').evaluateAll((all) => all.map((each) => each.getAttribute('data-card')))).toEqual(
      expect.arrayContaining([...cardsOf[account]]),
    )
    const counts = await countsOf(page)
    expect(counts.length).toBeGreaterThan(0)
    for (const [name, count] of counts) {
      const link = card(page, name).getByRole('link', { name: 'Show all' })
      const { pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '', page.url())
      const of = pathname.split('/')[1] ?? ''
      if (!isSectionName(of)) throw new Error(`${name} leads to ${pathname}`)
      const section = await sections[of]()
      const { total_record } = await client.list(section.path, { size: '1', query: searchParams.get('query') ?? '' })
      expect([name, total_record]).toEqual([name, count])
      await link.click()
      await expect(page).toHaveURL(new RegExp(`${pathname}\\?`))
      // The inboxes of chats and questions say no number.
      if (!['chat-platform', 'tanya-saham'].includes(of))
        await expect(page.locator('[data-total]')).toHaveAttribute('data-total', String(count))
      await page.goBack()
      await waitUntilSettled(page)
    }
    expect(refused).toEqual([])
  })

test('a paid order moves the seller’s month and reward by exactly itself, and a cancelled one takes it back', async ({ open, as }) => {
  test.setTimeout(120_000)
  const [admin, sales] = [await as('admin'), await as('sales')]
  const me = sales.session.user.id
  const values = {
    ...{ name: 'Hadiah Dasbor', period: wibDay(new Date()).slice(0, 7), metric: 'revenue', target: 100_000_000, sales: [me], prize: 'Tas' },
  }
  const headers = { 'content-type': 'application/json' }
  expect((await admin.fetch(reward.path, { method: 'POST', headers, body: JSON.stringify(values) })).ok).toBe(true)
  const page = await open('sales', phone)
  await page.goto('/dashboard')
  const numberOf = async (measure: string) =>
    Number((await card(page, 'own-scoreboard').locator(`[data-tile=${measure}] dd`).first().textContent())?.replace(/\D/g, ''))
  const reached = async () => {
    const text = (await card(page, 'rewards').getByRole('link').filter({ hasText: 'Hadiah Dasbor' }).textContent()) ?? ''
    return Number(/Rp\s?([\d.,]+) \//.exec(text)?.[1]?.replace(/\D/g, ''))
  }
  const read = async () => [await numberOf('point'), await numberOf('revenue'), await numberOf('orders'), await reached()]
  await expect(card(page, 'own-scoreboard').locator('[data-tile=orders] dd').first()).toHaveText(/\d/)
  const before = await read()
  const price = 1_250_000
  const id = await payOrder(admin, await makeProduct(admin, 'Paket Dasbor', price), me)
  const more = [Math.floor((2 * price) / 10_000), 2 * price, 1, 2 * price]
  await expect.poll(read).toEqual(before.map((value, at) => value + (more[at] ?? 0)))
  await cancelOrder(admin, id)
  await expect.poll(read).toEqual(before)
})

test('the day stands on the device without a network', async ({ device, as, network }) => {
  const page = await openLeads(await device(await as('sales'), phone))
  await goTo(page, '/dashboard')
  for (const name of cardsOf.sales) await expect(card(page, name)).toBeVisible()
  await expect(card(page, 'own-scoreboard').locator('[data-tile=orders] dd').first()).toHaveText(/\d/)
  await waitUntilSettled(page)
  const shown = await countsOf(page)
  const kept = ['"scoreboard"', '"reward"', '"chat-platform"', '"transaction"', '"member"']
  await expect
    .poll(() => page.evaluate((parts) => parts.every((part) => localStorage.getItem('lapangan-cache')?.includes(part)), kept))
    .toBe(true)
  await network.set({ as: 'drop' })
  await page.reload()
  for (const name of cardsOf.sales) await expect(card(page, name)).toBeVisible()
  await expect(card(page, 'own-scoreboard').locator('[data-tile=orders] dd').first()).toHaveText(/\d/)
  await expect.poll(() => countsOf(page)).toEqual(shown)
})
