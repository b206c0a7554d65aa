import type { Page } from '@playwright/test'
import { bank } from '#contract/sections/settings/bank.ts'
import { expect, phone, test } from './fixtures.ts'
import { confirmDelete, saveButton, saveToList, textbox } from './forms.ts'
import { faded, waitUntilSettled } from './screens.ts'

/** Saves again; presses within one second of the last are ignored (docs/product/forms.md#second-press). */
const saveUntil = (page: Page, done: () => Promise<void>) =>
  expect(async () => {
    await saveButton(page).click()
    await done()
  }).toPass()

async function fillIn(page: Page, name: string, number: string) {
  await textbox(page, 'Bank name').fill(name)
  await textbox(page, 'Account number').fill(number)
  await textbox(page, 'Account holder').fill('PT Lapangan Hijau')
  await textbox(page, 'Branch').fill('Bandung')
}

test('a form says at once what is missing, a double click saves once, and a switch turns in the list', async ({ open, as }) => {
  const admin = await as('admin')
  const stored = async () => (await admin.list(bank.path, { query: 'search:9900112233' })).data
  const page = await open('admin')
  await page.goto('/bank/add')
  await waitUntilSettled(page)

  await saveButton(page).click()
  await expect(textbox(page, 'Bank name')).toBeFocused()
  await expect(page.getByText(/^Enter an? (bank name|account number|account holder|branch)$/)).toHaveCount(4)
  await fillIn(page, 'Bank Uji Coba', '12345ab')
  await saveUntil(page, () => expect(textbox(page, 'Account number')).toBeFocused({ timeout: 300 }))
  await expect(page.getByText('Digits only')).toBeVisible()
  await textbox(page, 'Account number').fill('9900112233')
  await saveToList(page, (on) => saveButton(on).dblclick({ timeout: 1_000 }))
  await expect.poll(async () => (await stored()).length).toBe(1)

  await page.getByRole('searchbox', { name: 'Search' }).fill('9900112233')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('row').filter({ hasText: '9900112233' }).getByRole('switch').click()
  await expect.poll(async () => (await stored()).map((one) => one.is_active)).toEqual([false])
})

test('what was typed survives a reload, and leaving asks first', async ({ open }) => {
  const page = await open('admin')
  await page.goto('/bank/add')
  await textbox(page, 'Bank name').fill('Bank Setengah Jadi')
  await page.reload()
  await expect(page.getByText('Draft restored')).toBeVisible()
  await expect(textbox(page, 'Bank name')).toHaveValue('Bank Setengah Jadi')

  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page.getByRole('heading', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay' }).last().click()
  await expect(page).toHaveURL(/\/bank\/add/)
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(textbox(page, 'Bank name')).toHaveValue('')
})

test('a delete tells its verdict once, beside what is open; old rows say so, and an emptied page gives way to the one before', async ({
  open,
  as,
}) => {
  const admin = await as('admin')
  for (let n = 11; n < 22; n++) {
    const made = { bank_name: `Halaman Dua ${n}`, account_number: `770${n}`, account_holder: 'PT Lapangan Hijau', bank_branch: 'Bogor' }
    const headers = { 'Content-Type': 'application/json' }
    expect((await admin.fetch(bank.path, { method: 'POST', headers, body: JSON.stringify(made) })).status).toBe(201)
  }
  const page = await open('admin', phone)
  const list = '/bank/list?query=search:Halaman+Dua&sort=bank_name+asc'
  await page.goto(list)
  await waitUntilSettled(page)
  const askToDelete = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(question).toBeVisible()
  }
  const toasts = page.locator('[data-sonner-toast]')
  const question = page.getByRole('alertdialog')
  const answer = (status: number, message: string, headers = {}) => ({
    status,
    headers,
    contentType: 'application/problem+json',
    body: JSON.stringify({ code: 'invalid', message }),
  })
  await page.route(/\/banks/, (route) => {
    const request = route.request()
    const isDelete = request.method() === 'DELETE'
    return isDelete
      ? route.fulfill(answer(422, 'Masih dipakai transaksi', { 'Mutation-Id': request.headers()['idempotency-key'] ?? '' }))
      : route.fallback()
  })
  await askToDelete('Halaman Dua 11')
  await confirmDelete(page)
  await expect(toasts).toHaveCount(1)
  await expect(toasts).toContainText('Masih dipakai transaksi')
  await expect(toasts).toContainText('Halaman Dua 11')
  const colours = await toasts
    .locator('[data-title], [data-description]')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).color))
  expect(new Set(colours).size, 'both lines are as bright').toBe(1)
  // The message is still shown when a sheet opens, without overlap.
  await page.getByRole('button', { name: 'Filters', exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet).toBeVisible()
  await faded(page)
  // A tall sheet is below the message as well.
  const [above, below] = [await toasts.boundingBox(), await sheet.boundingBox()]
  expect(above?.y).toBeGreaterThanOrEqual(0)
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })

  await page.route(/\/banks/, (route) =>
    route.request().method() === 'GET' ? route.fulfill(answer(503, 'Sedang dirawat')) : route.fallback(),
  )
  await page.getByRole('switch', { name: /Halaman Dua 13$/ }).click()
  await expect(page.locator('[data-stale]')).toHaveCount(1)
  await expect(page.locator('[data-stale]')).toContainText('Sedang dirawat')
  await expect(page.getByRole('link', { name: 'Halaman Dua 13' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.locator('[data-stale]').getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('[data-stale]')).toHaveCount(0)

  await page.goto(`${list}&page=2`)
  await waitUntilSettled(page)
  await askToDelete('Halaman Dua 21')
  await confirmDelete(page)
  // The server's message for the first record.
  await expect(page.getByText('Halaman Dua 21 77021 deleted')).toBeVisible()
  await expect(page.locator('[data-total]')).toHaveAttribute('data-total', '10')
  await expect(page.locator('[data-total]')).toHaveText('1–10 of 10')
  await expect(page).not.toHaveURL(/page=/)

  // An empty list says so on any page.
  await page.goto('/bank/list?query=search:Tidak+Ada+Bank+Ini&page=3')
  await expect(page.getByText('No Data Found.')).toBeVisible()
  await expect(page).not.toHaveURL(/page=/)
})

test('a problem that only the server knows stands at its field, and the text stays', async ({ open }) => {
  const page = await open('root')
  await page.goto('/user/add')
  await textbox(page, 'Name').fill('Orang Kembar')
  await textbox(page, 'Email').fill('admin@lapangan.test')
  await page.getByRole('combobox', { name: /^Roles/ }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await saveButton(page).click()
  await expect(page.getByText('Is already in use')).toBeVisible()
  await expect(textbox(page, 'Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(textbox(page, 'Name')).toHaveValue('Orang Kembar')
})

test('every state of a list is a link', async ({ open }) => {
  const page = await open('admin')
  await page.goto('/campaign/list')
  await waitUntilSettled(page)
  const header = page.getByRole('columnheader', { name: 'Name', exact: true })
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('group', { name: 'Channel' }).getByRole('button', { name: 'Ads' }).click()
  await page.keyboard.press('Escape')
  const total = page.locator('[data-total]')
  await expect(total).toContainText('of')
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Only ads')
  await page.getByRole('button', { name: 'Save view' }).click()

  const link = page.url()
  expect(decodeURIComponent(link.replaceAll('+', ' '))).toMatch(/sort=name desc/)
  expect(decodeURIComponent(link)).toMatch(/query=channel:ads/)
  const names = await page.locator('tr[data-ref]').allTextContents()
  await page.reload()
  await waitUntilSettled(page)
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => page.locator('tr[data-ref]').allTextContents()).toEqual(names)

  await header.getByRole('button').click()
  await expect(header).not.toHaveAttribute('aria-sort', /.*/)
  await page.getByRole('navigation', { name: 'Saved views' }).getByRole('button', { name: 'Only ads' }).click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')

  await page.goto('/leads/list')
  await waitUntilSettled(page)
  const first = await page.locator('tr[data-ref]').first().textContent()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=/)
  await expect(page.locator('tr[data-ref]').first()).not.toHaveText(first ?? '')
  await page.goBack()
  await expect(page.locator('tr[data-ref]').first()).toHaveText(first ?? '')
})

test('a column that was hidden stays hidden on that path', async ({ open }) => {
  const page = await open('admin')
  await page.goto('/bank/list')
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Branch' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Branch' })).toHaveCount(0)
  await page.reload()
  await waitUntilSettled(page)
  await expect(page.getByRole('columnheader', { name: 'Account number' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Branch' })).toHaveCount(0)
})
