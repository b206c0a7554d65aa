/** The start of a day, by what somebody does: what waits, how the month goes, and the list behind each number. */
import type { Locator, Page } from '@playwright/test'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { isSectionName, sections } from '#contract/sections/index.ts'
import { member } from '#contract/sections/member/member.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { reward } from '#contract/sections/sales/reward.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { onePixel } from '#tests/support/example.ts'
import { makeProduct } from '#tests/support/paid-order.ts'
import { openLeads } from './device.ts'
import { expect, phone, test } from './fixtures.ts'
import { pressUntil, saveButton } from './forms.ts'
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
  admin: ['unanswered', 'scoreboard', 'new-members', 'lead-sources', 'unpaid-orders', 'ending-memberships', 'joined-members', 'alerts'],
  sales: ['own-scoreboard', 'rewards', 'unanswered', 'unpaid-orders', 'ending-memberships'],
  support: ['unanswered', 'open-questions', 'ratings'],
  analyst: ['near-levels', 'crossed-levels', 'own-questions', 'scheduled-picks', 'draft-picks', 'draft-analyses'],
} as const

for (const account of ['admin', 'sales', 'support', 'analyst'] as const)
  test(`the day of ${account} has its cards, and each opens a list of as many records`, async ({ open, as }) => {
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

const productName = 'Paket Dasbor'
const price = 1_250_000

/** Sells two pieces to a member, unpaid. */
async function order(page: Page, buyer: unknown): Promise<void> {
  await page.goto(`/transaction/add?customer_id=${String(buyer)}`)
  await waitUntilSettled(page)
  await page.locator('[data-field="items.0.product_id"]').getByRole('combobox').tap()
  await page.getByRole('option', { name: productName }).tap()
  await page.locator('[data-field="items.0.qty"] input').fill('2')
  await pressUntil(saveButton(page), () => expect(page).not.toHaveURL(/\/add/, { timeout: 3_000 }))
}

/** Runs a call of the record that is open, with what `fill` puts into its window. */
async function run(page: Page, call: string, fill: (window: Locator) => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: call, exact: true }).tap()
  const window = page.getByRole('dialog', { name: call })
  await fill(window)
  await pressUntil(window.getByRole('button', { name: call, exact: true }), () => expect(window).toHaveCount(0, { timeout: 3_000 }))
}

test('an order that is made and paid on a phone moves month, reward, scoreboard and quantities by exactly itself, and cancelled takes it back', async ({
  open,
  as,
}) => {
  const [admin, sales] = [await as('admin'), await as('sales')]
  const me = sales.session.user.id
  const month = wibDay(new Date()).slice(0, 7)
  const values = { name: 'Hadiah Dasbor', period: month, metric: 'revenue', target: 100_000_000, sales: [me], prize: 'Tas' }
  const headers = { 'content-type': 'application/json' }
  expect((await admin.fetch(reward.path, { method: 'POST', headers, body: JSON.stringify(values) })).ok).toBe(true)
  const product = await makeProduct(admin, productName, price)
  const [buyer] = (await sales.list(member.path, { size: '1', query: 'status:active' })).data

  const page = await open('sales', phone)
  const numberIn = async (number: Locator) => Number((await number.first().textContent())?.replace(/\D/g, ''))
  const reached = async () => {
    const text = (await card(page, 'rewards').getByRole('link').filter({ hasText: 'Hadiah Dasbor' }).textContent()) ?? ''
    return Number(/Rp\s?([\d.,]+) \//.exec(text)?.[1]?.replace(/\D/g, ''))
  }
  const readDay = async () => {
    const tiles = ['point', 'revenue', 'orders'].map((measure) =>
      numberIn(card(page, 'own-scoreboard').locator(`[data-tile=${measure}] dd`)),
    )
    return [...(await Promise.all(tiles)), await reached()]
  }
  const totalsOf = (measures: readonly string[]) => async () => {
    const numbers = measures.map((measure) => page.locator(`[data-row=total] [data-measure=${measure}] bdi`))
    return Promise.all(numbers.map(numberIn))
  }
  const screens = [
    { path: '/dashboard', ready: card(page, 'own-scoreboard').locator('[data-tile=orders] dd'), read: readDay },
    ...[
      { path: 'score-board', measures: ['point', 'revenue', 'orders'] },
      { path: 'quantity', measures: ['units', 'revenue', 'orders'] },
    ].map(({ path, measures }) => ({
      path: `/report/${path}?period=monthly&month=${month}`,
      ready: page.locator('[data-row=total] [data-measure=orders] bdi'),
      read: totalsOf(measures),
    })),
  ]
  const [points, revenue] = [Math.floor((2 * price) / 10_000), 2 * price]
  const more = [
    [points, revenue, 1, revenue],
    [points, revenue, 1],
    [2, revenue, 1],
  ]
  const before: number[][] = []
  for (const { path, ready, read } of screens) {
    await page.goto(path)
    await waitUntilSettled(page)
    await expect(ready.first()).toHaveText(/\d/)
    before.push(await read())
  }

  await order(page, buyer?.id)
  const found = async () => (await admin.list(transaction.path, { size: '5', query: `product:membership/${product}` })).data
  await expect.poll(async () => (await found()).map(({ payment_status }) => payment_status)).toEqual(['unpaid'])
  const [made] = await found()
  await page.goto(`/transaction/detail/${made?.id}`)
  await waitUntilSettled(page)
  const proof = onePixel()
  const file = { name: 'bukti.png', mimeType: proof.type, buffer: Buffer.from(await proof.arrayBuffer()) }
  await run(page, 'Change payment', async (window) => {
    await window.locator('[data-field=payment_status] select').selectOption('paid')
    await window.locator('[data-field=proof] input[type=file]').setInputFiles(file)
  })
  await expect.poll(async () => (await found())[0]?.payment_status).toBe('paid')
  for (const [at, { path, read }] of screens.entries()) {
    await page.goto(path)
    await expect.poll(read).toEqual(before[at]?.map((value, n) => value + (more[at]?.[n] ?? 0)))
  }

  await test.step('its number opens exactly that order', async () => {
    const row = page.locator('[data-row]').filter({ hasText: productName })
    await expect(row).toContainText(sales.session.user.name)
    for (const measure of ['units', 'revenue', 'orders']) {
      await row.locator(`[data-measure=${measure}] a`).tap()
      await expect(page).toHaveURL(/\/transaction\/list\?query=/)
      await expect(page.locator('[data-total]')).toHaveAttribute('data-total', '1')
      await expect(page.locator('[data-ref]').filter({ hasText: String(made?.order_number) })).toHaveCount(1)
      await page.goBack()
      await waitUntilSettled(page)
    }
  })

  await page.goto(`/transaction/detail/${made?.id}`)
  await waitUntilSettled(page)
  await run(page, 'Note', (window) => window.getByRole('textbox').fill('Dibatalkan'))
  await run(page, 'Change payment', (window) => window.locator('[data-field=payment_status] select').selectOption('cancel'))
  await expect.poll(async () => (await found())[0]?.payment_status).toBe('cancel')
  for (const [at, { path, read }] of screens.entries()) {
    await page.goto(path)
    await expect.poll(read).toEqual(before[at])
  }
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

// 3 taps: 'Call', the lead, Save; the status is a list, notes and date are typed (the calendar's 'In 3 days' is 2 more).
test('on a phone a lead that is due is called from the home, and what came of it is noted', async ({ open, as }) => {
  const sales = await as('sales')
  const today = wibDay(new Date())
  const values = {
    name: 'Yohana Tertelepon',
    phone: `62813${String(Date.now()).slice(-8)}`,
    status: 'new',
    sales: sales.session.user.id,
    // Nobody waits longer, so that it stands first.
    next_follow_up: '2020-01-02T09:00:00+07:00',
  }
  const headers = { 'content-type': 'application/json' }
  const made = await sales.fetch(leads.path, { method: 'POST', headers, body: JSON.stringify(values) })
  expect(made.status).toBe(201)
  const { ref } = (await made.json()).data

  const page = await open('sales', phone)
  await page.goto('/dashboard')
  await waitUntilSettled(page)
  const overdue = page.locator('[data-due-group=overdue]')
  const call = overdue.getByRole('link', { name: `Call ${values.name}` })
  await expect(call).toHaveAttribute('href', `tel:+${values.phone}`)
  // A browser of tests has no phone that it could hand the number to.
  await call.evaluate((link) =>
    link.addEventListener('click', (event) => {
      event.preventDefault()
      document.documentElement.dataset.dialled = link.getAttribute('href') ?? ''
    }),
  )
  await call.tap()
  await expect(page.locator('html')).toHaveAttribute('data-dialled', `tel:+${values.phone}`)
  await expect(page).toHaveURL(/\/dashboard$/)

  await overdue.getByRole('link', { name: new RegExp(`^${values.name}`) }).tap()
  await expect(page.getByRole('heading', { level: 1, name: values.name })).toBeVisible()
  const next = addDays(today, 3)
  // What came of the call is above the bar with Save, without a scroll.
  const bar = await saveButton(page).boundingBox()
  for (const name of ['status', 'next_follow_up', 'notes']) {
    const field = await page.locator(`[data-field=${name}]`).boundingBox()
    expect((field?.y ?? Number.NaN) + (field?.height ?? 0), name).toBeLessThan(bar?.y ?? 0)
  }
  await page.locator('[data-field=status] select').selectOption('prospect')
  await page.locator('[data-field=next_follow_up] input').fill(`${next}T09:00`)
  await page.locator('[data-field=notes] textarea').fill('Minta brosur')
  await pressUntil(
    saveButton(page),
    () => expect(page).toHaveURL(/\/dashboard$/, { timeout: 3_000 }),
    () => saveButton(page).tap({ timeout: 1_000 }),
  )
  const stored = async () => (await (await sales.fetch(`${leads.path}/${ref}`)).json()).data
  await expect.poll(async () => (await stored()).notes).toBe('Minta brosur')
  const { status, next_follow_up } = await stored()
  expect([status, wibDay(new Date(next_follow_up))]).toEqual(['prospect', next])

  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
  await expect(page.locator('[data-due-group]').getByText(values.name)).toHaveCount(0)
})
