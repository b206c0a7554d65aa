/** Money on the screen: a payment that lacks its proof, a refund that is too large, and a delete without a reason go nowhere. */
import type { Page } from '@playwright/test'
import { member } from '#contract/sections/member/member.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import type { Client } from '#tests/support/client.ts'
import { onePixel } from '#tests/support/example.ts'
import { formOf } from '#tests/support/form.ts'
import { makeProduct } from '#tests/support/paid-order.ts'
import { expect, phone, test } from './fixtures.ts'
import { pressUntil } from './forms.ts'
import { waitUntilSettled } from './screens.ts'

const price = 500_000

async function placed(admin: Client): Promise<{ id: number; ref: string }> {
  const product_id = await makeProduct(admin, 'EMT Sebulan', price)
  const customer = { name: 'Wulan Sari', phone: '6281377700042' }
  const values = { customer, items: [{ category: membership.name, product_id, qty: 1 }], payment_method: 'transfer' }
  const made = await admin.fetch(transaction.path, { method: 'POST', body: formOf(transaction.fields, values) })
  return (await made.json()).data
}
const stored = async (admin: Client, id: number) => (await (await admin.fetch(`${transaction.path}/${id}`)).json()).data
const window = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const run = (page: Page, name: string) => window(page).getByRole('button', { name, exact: true }).click()
/** A press within one second of the last does nothing (docs/product/forms.md#second-press). */
const runToEnd = (page: Page, name: string) =>
  pressUntil(window(page).getByRole('button', { name, exact: true }), () => expect(window(page)).toHaveCount(0, { timeout: 3_000 }))
const box = (page: Page, field: string) => window(page).locator(`[data-field=${field}]`)
const states = (page: Page) => box(page, 'payment_status').locator('option:not([value=""])').allTextContents()

test('a payment asks for what it needs, and a refund for what is left', async ({ open, as }) => {
  const admin = await as('admin')
  const { id } = await placed(admin)
  const page = await open('admin', phone)
  await page.goto(`/transaction/detail/${id}`)
  await waitUntilSettled(page)

  await test.step('a payment without its proof stays a form, and the order unpaid', async () => {
    await press(page, 'Change payment')
    await expect.poll(() => states(page)).toEqual(['Paid', 'Cancelled'])
    await run(page, 'Change payment')
    await expect(box(page, 'proof')).toContainText('Choose a proof of payment')
    expect((await stored(admin, id)).payment_status).toBe('unpaid')
    await expect(page.locator('[data-amount] + *')).toHaveText('Unpaid')
    const proof = onePixel()
    const file = { name: 'bukti.png', mimeType: proof.type, buffer: Buffer.from(await proof.arrayBuffer()) }
    await box(page, 'proof').locator('input[type=file]').setInputFiles(file)
    await runToEnd(page, 'Change payment')
    await expect.poll(async () => (await stored(admin, id)).payment_status).toBe('paid')
  })

  await test.step('more than was paid does not go back', async () => {
    await press(page, 'Refund')
    await expect(box(page, 'amount').locator('input')).toHaveValue(/500/)
    await box(page, 'amount').locator('input').fill('500001')
    await box(page, 'reason').locator('textarea').fill('Pindah paket')
    await run(page, 'Refund')
    await expect(box(page, 'amount')).toContainText('500')
    await expect(window(page)).toBeVisible()
    await box(page, 'amount').locator('input').fill('200000')
    await runToEnd(page, 'Refund')
    await expect(page.locator('[data-refunds]')).toContainText('Pindah paket')
    expect(await stored(admin, id)).toMatchObject({ payment_status: 'paid', refunded: 200_000 })
  })

  await test.step('a paid order is deleted with its reason, and the trash says whose and how much', async () => {
    await press(page, 'Delete')
    const asks = page.getByRole('alertdialog')
    await asks.getByRole('button', { name: 'Delete' }).click()
    await expect(asks).toContainText('Enter a note')
    await asks.getByRole('textbox').fill('Dobel')
    await pressUntil(asks.getByRole('button', { name: 'Delete' }), () => expect(asks).toHaveCount(0, { timeout: 3_000 }))
    await expect.poll(async () => (await admin.fetch(`${transaction.path}/${id}`)).status).toBe(404)
    await page.goto('/transaction/restore')
    await waitUntilSettled(page)
    const row = page.locator('[data-ref]').filter({ hasText: 'Wulan Sari' })
    await expect(row).toContainText(/500[.,]000/)
  })
})

test('the correction of an end begins with the end', async ({ open, as }) => {
  const admin = await as('admin')
  const [found] = (await admin.list(member.path, { query: 'status:active', size: '1' })).data
  const page = await open('admin', phone)
  await page.goto(`/member/edit/${found?.ref}?tab=memberships`)
  await waitUntilSettled(page)
  const first = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .first()
  await first.getByRole('button').first().click()
  for (const name of ['product', 'type', 'expires_on'] as const)
    await expect(box(page, name).locator('input, select').first()).not.toHaveValue('')
})
