/**
 * A sale on a phone offline: in the chat the customer becomes a member and buys, with a photographed proof; the browser is killed
 * meanwhile. Then the network comes back, the payment is confirmed, and everything exists once.
 */
import type { Page } from '@playwright/test'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { promotionCode } from '#contract/sections/promotion/promotion-code.ts'
import { chatPlatform, roomAssign } from '#contract/sections/sales/chat-platform.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { reward } from '#contract/sections/sales/reward.ts'
import { payBody, transaction } from '#contract/sections/sales/transaction.ts'
import { openBrowser } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { onePixel } from '#tests/support/example.ts'
import { formOf } from '#tests/support/form.ts'
import { inboxPath, meetCustomer, openRoom, room } from './chat-scene.ts'
import { nothingWaits, waiting } from './device.ts'
import { expect, phone, test } from './fixtures.ts'
import { pressUntil, saveButton, saveToList } from './forms.ts'
import { signInToStay } from './killable.ts'
import { waitUntilSettled } from './screens.ts'

const name = 'Hasanah Jalan Kaki'
const productName = 'EMT Empat Puluh Lima Hari'
const price = 1_250_000
const days = 45

const json = { 'content-type': 'application/json' }

/** Creates a record; returns its id. */
async function created(admin: Client, path: string, values: object): Promise<number> {
  const made = await admin.fetch(path, { method: 'POST', headers: json, body: JSON.stringify(values) })
  expect(made.status, await made.clone().text()).toBe(201)
  return (await made.json()).data.id
}

/** A product of this test, with its price. */
const product = (admin: Client, called = productName, of = 'EMT') =>
  created(admin, membership.path, {
    name: called,
    product: of,
    type: 'Regular',
    fee_type: 'paid',
    price,
    duration_days: days,
    is_active: true,
  })

/** Creates a reward for this month's turnover. */
const promise = (admin: Client, sales: Client) =>
  created(admin, reward.path, {
    name: 'Omzet bulan ini',
    period: wibDay(new Date()).slice(0, 7),
    sales: [sales.session.user.id],
    metric: 'revenue',
    target: 2 * price,
    prize: 'Sepeda',
  })
const achieved = async (admin: Client, id: number): Promise<number> =>
  (await (await admin.fetch(`${reward.path}/${id}`)).json()).data.achieved

/** Assigns the room to sales. */
async function give(admin: Client, sales: Client): Promise<void> {
  const [found] = (await admin.list(chatPlatform.path, { query: `search:${name}`, size: '5' })).data
  const body = JSON.stringify({ ids: [found?.ref], assignee_sales: sales.session.user.id })
  const given = await admin.fetch(roomAssign.path, { method: roomAssign.method, headers: json, body })
  expect(given.ok, String(given.status)).toBe(true)
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'About the customer' })
async function aboutCustomer(page: Page): Promise<void> {
  await room(page, name).or(panel(page)).first().waitFor()
  if (!(await panel(page).isVisible())) await page.getByRole('button', { name: new RegExp(`^${name}`) }).tap()
  await expect(panel(page)).toBeVisible()
}
async function goToCustomer(page: Page): Promise<void> {
  await page.goto(`${inboxPath}&search=Hasanah`)
  await waitUntilSettled(page)
  await openRoom(page, name)
  await aboutCustomer(page)
}
const codeOf = (page: Page) => page.locator('[data-field=promo_code] input')
const backInChat = (page: Page) => pressUntil(saveButton(page), () => expect(page).toHaveURL(/\/chat-platform\/list/, { timeout: 3_000 }))
const orders = async (admin: Client, of: string) =>
  (await admin.list(`${transaction.path}/history/phone`, { query: `phone:${of}`, size: '10' })).data

test('without a network a customer becomes a member and buys, the browser is killed, and each arrives once', async ({
  network,
  server,
  as,
  launchOptions,
}) => {
  const [admin, sales] = [await as('admin'), await as('sales')]
  const sold = await product(admin)
  const promised = await promise(admin, sales)
  const before = await achieved(admin, promised)
  const customer = await meetCustomer(server.url, admin, name)
  await customer.writes('Saya mau berlangganan')
  await give(admin, sales)
  const options = { ...phone, baseURL: network.url, locale: 'en-GB', timezoneId: 'Asia/Jakarta' }
  const browser = await openBrowser(launchOptions.executablePath, options)
  try {
    await signInToStay(browser)
    const first = await browser.context.newPage()
    await goToCustomer(first)
    await expect(panel(first).getByText('No orders yet.')).toBeVisible()
    await panel(first).getByRole('button', { name: 'Add transaction' }).tap()
    await expect(first.getByText('Member id not found')).toBeVisible()
    // Sellable products are cached and, as the browser was closed since, on disk, before the network is cut. Prices, and options of a form.
    const kept = (tab: Page) => tab.evaluate((of) => localStorage.getItem('lapangan-cache')?.split(of).length ?? 0, productName)
    await expect.poll(() => kept(first)).toBeGreaterThan(2)
    await browser.context.close()
    await browser.relaunch()

    const page = await browser.context.newPage()
    await goToCustomer(page)
    await network.set({ as: 'drop' })
    await expect(page.getByText('The server does not answer').first()).toBeVisible()
    await panel(page).getByRole('button', { name: 'Add member' }).tap()
    await expect(page.locator('[data-field=name] input')).toHaveValue(name)
    await expect(page.locator('[data-field=phone] input')).toHaveValue(customer.phone)
    await expect(page.locator('[data-field=sales_id]').getByRole('combobox')).toHaveText(sales.session.user.name)
    await backInChat(page)
    await aboutCustomer(page)
    await expect(panel(page).locator('[data-mark=pending]')).toHaveCount(1)

    await browser.killHard()
    const again = await (await browser.relaunch()).newPage()
    await goToCustomer(again)
    await expect(panel(again).getByRole('link', { name })).toBeVisible()
    await panel(again).getByRole('button', { name: 'Add transaction' }).tap()
    await expect(again.locator('[data-field=member_id]').getByRole('combobox')).toHaveText(name)
    await expect(again.locator('[data-field=sales] input')).toHaveValue(sales.session.user.name)
    await again.locator('[data-field="items.0.product_id"]').getByRole('combobox').tap()
    await again.getByRole('option', { name: productName }).tap()
    await again.locator('[data-field="items.0.qty"] input').fill('2')
    await expect(again.locator('[data-subtotal]')).toContainText('Rp 2,500,000')
    await codeOf(again).fill('TIDAKADA')
    await expect(again.locator('[data-field=promo_code] [data-promo=offline]')).toBeVisible()
    await expect(again.locator('[data-field=promo_code]')).toContainText('checked when the order reaches the server')
    await expect(again.locator('[data-field=promo_code]')).toContainText('Rp 2,500,000 to pay without the code')
    await expect(again.locator('[data-summary] [data-promo=offline]')).toBeInViewport()
    await codeOf(again).fill('')
    await again.locator('[data-field=payment_status] select').selectOption('paid')
    await expect(again.locator('[data-field=payment_status]')).toContainText('A payment by Bank transfer needs its proof')
    await saveButton(again).tap()
    await expect(again.locator('[data-field=proof] .text-danger-text').first()).toBeVisible()
    const proof = onePixel()
    const buffer = Buffer.from(await proof.arrayBuffer())
    await again.locator('[data-field=proof] input[type=file]').setInputFiles({ name: 'bukti.png', mimeType: proof.type, buffer })
    await expect(again.locator('[data-proof-needed]')).toHaveCount(0)
    await backInChat(again)
    await aboutCustomer(again)
    await expect(panel(again).locator('[data-mark=pending]')).toHaveCount(2)

    await browser.killHard()
    const last = await (await browser.relaunch()).newPage()
    await goToCustomer(last)
    await expect(panel(last).getByRole('list', { name: 'Latest orders' })).toContainText('Rp 2,500,000')
    await last.goto('/dashboard')
    await waiting(last, 2)
    await network.set({ as: 'pass' })
    await nothingWaits(last)

    const found = (await admin.list(member.path, { query: `search:${customer.phone}`, size: '10' })).data
    expect(found.map((row) => [row.name, row.version, row.sales_id])).toEqual([[name, 1, sales.session.user.id]])
    const [order, ...others] = await orders(admin, customer.phone)
    expect(others).toEqual([])
    expect(order).toMatchObject({
      payment_status: 'paid',
      total: 2 * price,
      member_id: found[0]?.id,
      sales: sales.session.user.id,
      source: 'chat',
    })
    expect(order?.items).toMatchObject([{ product_id: sold, qty: 2, price }])
    expect(order?.proof).toHaveLength(1)
    const one = (await (await admin.fetch(`${member.path}/${found[0]?.ref}`)).json()).data
    expect(one.products).toMatchObject([{ product: 'EMT', type: 'Regular', expires_on: addDays(wibDay(new Date()), 2 * days) }])
    expect(await achieved(admin, promised)).toBe(before + 2 * price)

    // The chat shows the order with its number, and its receipt is a PDF.
    await goToCustomer(last)
    await expect(panel(last).locator('[data-mark]')).toHaveCount(0)
    await panel(last)
      .getByRole('link', { name: String(order?.order_number) })
      .tap()
    // The order reads as a receipt: amount and state first, what it belongs to as links, and what happened when.
    await expect(last.locator('[data-amount]')).toHaveText('Rp 2,500,000')
    await expect(last.locator('[data-receipt]')).toContainText(productName)
    await expect(last.locator('[data-belongs]').getByRole('link', { name })).toBeVisible()
    await expect(last.locator('[data-happened]')).toContainText('Ordered')
    const receipt = last.getByRole('button', { name: 'Receipt' })
    const download = last.waitForEvent('download')
    await receipt.tap()
    const file = await download
    expect(file.suggestedFilename()).toBe(`${String(order?.order_number)}.pdf`)
  } finally {
    await browser.dispose()
  }
})

test("the order form shows a code's discount at the code, below the items and in its bar", async ({ open, as }) => {
  const [admin, sales] = [await as('admin'), await as('sales')]
  const called = 'WST Empat Puluh Lima Hari'
  await product(admin, called)
  const today = wibDay(new Date())
  const percent = { code: 'SEPULUH', discount_kind: 'percent', value: 10, type: 'all', is_active: true }
  await created(admin, promotionCode.path, { ...percent, start: today, end: addDays(today, 1) })
  const [buyer] = (await sales.list(member.path, { size: '1', query: 'status:active' })).data
  const page = await open('sales', phone)
  await page.goto(`/transaction/add?customer_id=${buyer?.id}`)
  await page.locator('[data-field="items.0.product_id"]').getByRole('combobox').tap()
  const offered = page.getByRole('option', { name: called })
  await expect(offered).toContainText('EMT, 45 days')
  await expect(offered).toContainText('Rp 1,250,000')
  await offered.tap()
  await expect(page.locator('[data-field=items]')).toContainText('EMT, 45 days')
  const summary = page.locator('[data-summary]')
  const answer = page.locator('[data-field=promo_code] [data-promo]')
  await expect(summary).toContainText('Rp 1,250,000')

  await codeOf(page).fill('TIDAKADA')
  await expect(answer).toHaveText('Not valid')
  await expect(page.locator('[data-field=promo_code]')).toContainText('There is no promo code TIDAKADA.')
  await expect(summary).toContainText('Not valid')
  await expect(page.locator('[data-to-pay]')).toContainText('Rp 1,250,000')
  const lookOf = () => answer.evaluate((badge) => getComputedStyle(badge).color)
  const wrong = await lookOf()

  await codeOf(page).fill('sepuluh')
  await expect(answer).toHaveText('Valid')
  await expect(page.locator('[data-field=promo_code]')).toContainText('Rp 125,000 off, Rp 1,125,000 to pay')
  expect(await lookOf()).not.toBe(wrong)
  await expect(page.locator('[data-to-pay]')).toContainText('Rp 1,125,000')
  await page.locator('[data-field="items.0.qty"] input').fill('2')
  await expect(page.locator('[data-to-pay]')).toContainText('Rp 2,250,000')
  await expect(summary).toContainText('Rp 2,250,000')

  const [field, said] = [await codeOf(page).boundingBox(), await answer.boundingBox()]
  expect((said?.y ?? 999) - (field?.y ?? 0) - (field?.height ?? 0)).toBeLessThan(40)
  for (const size of [phone.viewport, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size)
    for (const place of ['member_id', 'items', 'note']) {
      await page.locator(`[data-field=${place}]`).scrollIntoViewIfNeeded()
      await expect(summary).toBeInViewport({ ratio: 1 })
    }
  }
})

test('a lead leads to an order filled with it, and is closing once the order is paid', async ({ open, as }) => {
  const [admin, sales] = [await as('admin'), await as('sales')]
  const called = 'SWT Empat Puluh Lima Hari'
  await product(admin, called)
  const [campaigned] = (await sales.list(campaign.path, { size: '1' })).data
  const buyer = { name: 'Prasetyo Prospek', phone: '6281355504711', email: 'prasetyo@contoh.id' }
  const from = { status: 'prospect', sales: sales.session.user.id, campaign_id: campaigned?.id }
  const id = await created(admin, leads.path, { ...buyer, ...from })
  const page = await open('sales', phone)
  const field = (of: string) => page.locator(`[data-field="${of}"]`).filter({ visible: true })
  await page.goto(`/leads/edit/${id}`)
  await waitUntilSettled(page)
  await page.getByRole('link', { name: 'Make an order' }).tap()
  await expect(page).toHaveURL(/\/transaction\/add/)
  await waitUntilSettled(page)
  for (const [of, value] of Object.entries(buyer)) await expect(field(`customer.${of}`).locator('input')).toHaveValue(value)
  await expect(field('lead_id').getByRole('combobox')).toHaveText(buyer.name)
  await expect(field('campaign_id').getByRole('combobox')).toHaveText(String(campaigned?.name))
  await expect(field('sales').locator('input')).toHaveValue(sales.session.user.name)
  await expect(field('source').locator('select')).toHaveValue('lead')
  await field('items.0.product_id').getByRole('combobox').tap()
  await page.getByRole('option', { name: called }).tap()
  await pressUntil(saveButton(page), () => expect(page).toHaveURL(/\/leads\//, { timeout: 3_000 }))

  await expect.poll(async () => (await orders(admin, buyer.phone)).length).toBe(1)
  const [order] = await orders(admin, buyer.phone)
  expect(order).toMatchObject({ lead_id: id, sales: from.sales, campaign_id: from.campaign_id, source: 'lead', payment_status: 'unpaid' })
  const body = formOf(payBody, { payment_status: 'paid', proof: [onePixel()] })
  const paid = await admin.fetch(`${transaction.path}/${order?.id}/payment-status`, { method: 'PUT', body })
  expect(paid.status, await paid.text()).toBe(200)
  await page.goto(`/leads/edit/${id}`)
  await expect(field('status').locator('select')).toHaveValue('closing')
})

/** Sells a membership, paid in cash; returns the member. */
async function bought(sales: Client, buyer: object, product_id: number) {
  const line = { category: 'membership', product_id, qty: 1 }
  const id = await created(sales, transaction.path, { ...buyer, items: [line], payment_method: 'cash', payment_status: 'paid' })
  const order = (await (await sales.fetch(`${transaction.path}/${id}`)).json()).data
  return (await (await sales.fetch(`${member.path}/${order.member_id}`)).json()).data
}

// 2 clicks on the member's page: 'Renew' and Save; the code is typed. Without 'Renew' it is 6 there, and 8 by the menu.
test('a member is renewed with the product bought last and a code', async ({ open, as }) => {
  const [admin, sales] = [await as('admin'), await as('sales')]
  const sold = await product(admin, 'EMT Perpanjangan')
  const today = wibDay(new Date())
  const amount = { code: 'LANJUT', discount_kind: 'amount', value: 250_000, type: 'all', is_active: true }
  await created(admin, promotionCode.path, { ...amount, start: today, end: addDays(today, 1) })
  const buyer = await bought(sales, { customer: { name: 'Raras Lanjut', phone: `62813${String(Date.now()).slice(-8)}` } }, sold)
  const page = await open('sales')
  await page.goto(`/member/edit/${buyer?.ref}`)
  await waitUntilSettled(page)
  const bar = page.locator('[data-contact]')
  await expect(bar.getByRole('link', { name: 'Call' })).toHaveAttribute('href', `tel:+${buyer?.phone}`)
  await expect(bar.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', `https://wa.me/${buyer?.phone}`)
  await expect(bar.getByRole('link', { name: 'Renew' })).toHaveAttribute('href', new RegExp(`renew=membership.+${sold}`))
  await bar.getByRole('link', { name: 'Renew' }).click()
  await expect(page.locator('[data-field=member_id]').getByRole('combobox')).toHaveText(String(buyer?.name))
  await expect(page.locator('[data-field="items.0.product_id"]').getByRole('combobox')).toHaveText('EMT Perpanjangan')
  await codeOf(page).fill('LANJUT')
  await expect(page.locator('[data-summary]')).toContainText('Rp 1,000,000')
  await saveToList(page)
  const [order] = (await sales.list(transaction.path, { size: '1', search: 'LANJUT' })).data
  expect(order).toMatchObject({ member_id: buyer?.id, total: 1_000_000, promo_code: 'LANJUT', sales: sales.session.user.id })
})

test('Renew offers the product that ends, also pressed before that is known', async ({ open, as }) => {
  const [admin, sales] = [await as('admin'), await as('sales')]
  const [ends, runs] = [await product(admin, 'EMV Segera Berakhir', 'EMV'), await product(admin, 'EMT Masih Lama')]
  const customer = { name: 'Seruni Segera', phone: `62815${String(Date.now()).slice(-8)}` }
  const { id, ref } = await bought(sales, { customer }, ends)
  await bought(sales, { member_id: id }, runs)
  const end = { product: 'EMV', type: 'Regular', expires_on: addDays(wibDay(new Date()), 5), reason: 'Uji' }
  const body = JSON.stringify(end)
  const moved = await admin.fetch(`${member.path}/${id}/memberships`, { method: 'PUT', headers: json, body })
  expect(moved.status, await moved.text()).toBe(200)

  const page = await open('sales')
  let answer: () => void = () => undefined
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route(/\/orders\/history\//, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/member/edit/${ref}`)
  const renew = page.locator('[data-contact]').getByRole('link', { name: 'Renew' })
  await renew.click()
  await expect(renew).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(page.locator('[data-field=member_id]').getByRole('combobox')).toHaveText(customer.name)
  await expect(page.locator('[data-field="items.0.product_id"]').getByRole('combobox')).toHaveText('EMV Segera Berakhir')
})
