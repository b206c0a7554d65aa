import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as xlsx from '@e965/xlsx'
import { exportNeedsDate } from '#contract/kit/section/export-rule.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { startProxy } from '#tests/support/proxy.ts'
import { expect, laptop, phone, remembered, test } from './fixtures.ts'
import { expectNoSideways, waitUntilSettled } from './screens.ts'

const city = 'Kota Impor'
const number = (at: number) => `0814-${String(10_000_000 + at)}`
const stored = (at: number) => `62814${10_000_000 + at}`

/** 1,205 rows: two invalid, three with a repeated phone, one with a lead's phone. */
function workbook(known: string): Buffer {
  const rows = Array.from({ length: 1_199 }, (_, at) => [`Impor ${at}`, number(at), city, '20 Okt 2026', at === 3 ? '=1+1' : ''])
  const wrong = [
    ['', '0212', city, '', ''],
    ['Salah Tanggal', '081390000001', city, 'besok', ''],
  ]
  const again = [0, 1, 2].map((at) => [`Ganda ${at}`, number(at), city, '', ''])
  const sheet = xlsx.utils.aoa_to_sheet([
    ['Nama', 'No HP', 'Kota', 'Jadwal Follow Up', 'Catatan'],
    ...rows,
    ...wrong,
    ...again,
    ['Sudah Ada', known, city, '', ''],
  ])
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, sheet, 'Data')
  return Buffer.from(xlsx.write(book, { type: 'array', bookType: 'xlsx', compression: true }))
}

// 3 clicks and a file: 'Import', 'Check the rows', and the button that says how many are created; 2 more undo it.
test('a workbook is imported over a network that is cut, through a reload, and undone', { tag: '@long' }, async ({
  browser,
  server,
  as,
}) => {
  const admin = await as('admin')
  const count = async (query: string) => (await admin.list(leads.path, { query })).total_record
  const known = String((await admin.list(leads.path)).data[0]?.phone)
  const proxy = await startProxy(server)
  const context = await browser.newContext({ ...laptop, baseURL: proxy.url, storageState: remembered(proxy.url, admin) })
  try {
    const page = await context.newPage()
    await page.goto('/leads/list')
    await waitUntilSettled(page)
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'gambar.xlsx', mimeType: '', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) })
    await expect(page.getByText('This is a picture, and no list.')).toBeVisible()
    await page.locator('input[type=file]').setInputFiles({ name: 'pameran.xlsx', mimeType: '', buffer: workbook(known) })

    await expect(page.getByLabel('No HP')).toHaveValue('phone')
    await expect(page.getByLabel('Jadwal Follow Up')).toHaveValue('next_follow_up')
    await expectAccessible(page, 'columns of an import')
    await page.reload()
    await expect(page.getByLabel('Catatan')).toHaveValue('notes')

    await page.getByRole('button', { name: 'Check the rows' }).click()
    await expect(page.getByRole('button', { name: 'Import: 1,199 created, 4 skipped' })).toBeEnabled()
    await expect(page.locator('[data-import-check] dd')).toHaveText(['1,199', '0', '4', '2'])
    await expect(page.locator('[data-preview-row="2"]')).toContainText(stored(0))
    await expect(page.locator('[data-bad-row="1201"]')).toHaveCount(2)
    await expect(page.locator('[data-bad-row="1202"]')).toContainText('Enter a date and time')
    await expectAccessible(page, 'dry run of an import')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download these rows' }).click()
    const failed = await saving
    expect(failed.suggestedFilename()).toBe('pameran-problems.xlsx')
    const failedRows = xlsx.read(await readFile(await failed.path())).Sheets.Sheet1 ?? {}
    expect(xlsx.utils.sheet_to_json<string[]>(failedRows, { header: 1 }).map((cells) => [cells[0], cells[3], cells[5]])).toEqual([
      ['Nama', 'Jadwal Follow Up', 'Reason'],
      ['', '', expect.stringContaining('Name: Enter a name')],
      ['Salah Tanggal', 'besok', 'Next follow-up: Enter a date and time'],
    ])
    expect(await count(`city:${city}`)).toBe(0)

    await page.route('**/rows', async (route) => {
      if (route.request().postDataJSON().number === 1) await proxy.set({ as: 'drop' })
      await route.continue()
    })
    await page.getByRole('button', { name: 'Import: 1,199 created, 4 skipped' }).click()
    await expect(page.getByText('The rows are safe on this device')).toBeVisible()
    await expect(page.getByText('No Internet Connection').first()).toBeVisible()
    expect(await count(`city:${city}`)).toBe(500)
    await page.unroute('**/rows')
    await proxy.set({ as: 'pass' })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Imported', exact: true })).toBeVisible()
    await expect(page.locator('[data-import-result] dd')).toHaveText(['1,199', '0', '4', '0', '2'])
    await expect(page.locator('[data-bad-row="1202"]')).toContainText('Enter a date and time')
    const afterwards = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download these rows' }).click()
    expect((await readFile(await (await afterwards).path())).length).toBeGreaterThan(1_000)
    expect(await count(`city:${city}`)).toBe(1_199)
    await expectAccessible(page, 'result of an import')

    const [changed] = (await admin.list(leads.path, { query: `search:${stored(7)}` })).data
    const body = JSON.stringify({ ids: [changed?.ref], status: 'closing' })
    await admin.fetch(`${leads.path}/status`, { method: 'PUT', body, headers: { 'content-type': 'application/json' } })
    await page.getByRole('button', { name: 'Undo this import' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo this import' }).click()
    await expect(page.getByRole('heading', { name: 'Undone', exact: true })).toBeVisible()
    await expect(page.locator(`[data-kept-lead="${changed?.ref}"]`)).toContainText('Impor 7')
    expect(await count(`city:${city}`)).toBe(1)
  } finally {
    await context.close()
    await proxy.close()
  }
})

// What was guessed of a file is said before anything is stored, and each guess is one choice away from another.
test('how a file is read is shown, and can be changed', async ({ open }) => {
  const caseOf = (name: string) => join(import.meta.dirname, '../cases/import', name)
  const page = await open('admin', phone)
  await page.goto('/leads/import')
  await waitUntilSettled(page)
  const file = page.locator('input[type=file]')
  await file.setInputFiles(caseOf('12-contacts.vcf'))
  await expect(page.getByText('This is a file of contacts (vCard).')).toBeVisible()
  await file.setInputFiles(caseOf('19-hidden-rows.xlsx'))
  await expect(page.getByText('2 hidden rows')).toBeVisible()
  await page.getByText('Leave them out').click()
  await expect(page.locator('[data-import-file]')).toContainText('1 row')
  await page.getByRole('button', { name: 'Another file' }).click()
  await file.setInputFiles(caseOf('06-two-header-rows.csv'))
  await expect(page.getByLabel('Row with the column names')).toHaveValue('2')
  await page.getByLabel('Row with the column names').selectOption('1')
  await expect(page.getByLabel('Data Pribadi')).toBeVisible()
  await page.getByLabel('Row with the column names').selectOption('2')
  await expect(page.getByLabel('No HP')).toHaveValue('phone')
  await page.getByRole('button', { name: 'Another file' }).click()
  await file.setInputFiles(caseOf('20f-second-sheet.xlsx'))
  await expect(page.getByLabel('Sheet', { exact: true })).toHaveValue('Data')
  await expectAccessible(page, 'how a file is read')
  await expectNoSideways(page, 'how a file is read')
})

// 3 taps and a period on a phone: 'More', 'Export', 'Export'.
test('the list is exported for a period that the rule allows', async ({ open, as }) => {
  const sales = await as('sales')
  const today = wibDay(new Date())
  const query = { query: `created_at:${today.slice(0, 8)}01..${today},status:new` }
  const seen = await sales.list(leads.path, query)
  const page = await open('sales', phone)
  await page.goto('/leads/list?query=status:new')
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export', exact: true }).click()
  const window = page.getByRole('dialog', { name: 'Export: Leads' })
  const start = window.getByRole('button', { name: 'Export', exact: true })
  await expect(window.getByLabel('Month')).toHaveValue(String(Number(today.slice(5, 7))))
  await expect(start).toBeEnabled()
  await expect(window.getByLabel('Period').getByRole('option')).toHaveText(['Day', 'Week', 'Month', 'From – to'])
  await expectAccessible(page, 'export')
  await expectNoSideways(page, 'export')
  await window.getByLabel('Period').selectOption('custom')
  await expect(window.getByText(exportNeedsDate)).toBeVisible()
  await expect(start).toBeDisabled()
  await window.getByLabel('From', { exact: true }).fill('2026-01-01')
  await window.getByLabel('To', { exact: true }).fill('2026-03-02')
  await expect(
    window.getByText(
      'Data export is limited to 31 days. You entered 61. Please select the period that corresponds to the number of days in the destination month',
    ),
  ).toBeVisible()
  await expect(start).toBeDisabled()
  await window.getByLabel('From', { exact: true }).fill(`${today.slice(0, 8)}01`)
  await window.getByLabel('To', { exact: true }).fill(today)
  await expect(window.getByText('Data export is limited')).toHaveCount(0)
  await expect(window.getByText(`Everything that is filtered: ${seen.total_record} row`)).toBeVisible()
  const saving = page.waitForEvent('download')
  await expect(async () => {
    if (await window.isVisible()) await start.click({ timeout: 500 })
    await expect(window).toBeHidden({ timeout: 2_000 })
  }).toPass()
  const file = await saving
  expect(file.suggestedFilename()).toBe(`leads-${today.slice(0, 8)}01_${today}.xlsx`)
  const book = xlsx.read(await readFile(await file.path()))
  const rows = xlsx.utils.sheet_to_json<Record<string, unknown>>(book.Sheets.Leads ?? {})
  expect(rows.length).toBe(seen.total_record)
  expect(rows.length).toBeGreaterThan(0)
  expect(new Set(rows.map((row) => row.Status))).toEqual(new Set(['new']))
})

// 2 clicks: 'Export', 'Export'.
test('members are exported as they are filtered, with their number and without a period', async ({ open, as }) => {
  const admin = await as('admin')
  const query = 'status:expired'
  const { total_record: count } = await admin.list(member.path, { query })
  const page = await open('admin', laptop)
  await page.goto(`/member/list?query=${query}`)
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const window = page.getByRole('dialog', { name: 'Export: Members' })
  await expect(window.getByText(new RegExp(`^Everything that is filtered: ${count} rows?$`))).toBeVisible()
  await expect(window.getByLabel('Period')).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await window.getByRole('button', { name: 'Export', exact: true }).click()
  const book = xlsx.read(await readFile(await (await saving).path()))
  expect(xlsx.utils.sheet_to_json(Object.values(book.Sheets)[0] ?? {})).toHaveLength(count)
})
