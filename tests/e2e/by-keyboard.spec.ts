import { leads } from '#contract/sections/sales/leads.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { nothingWaits, openLeads } from './device.ts'
import { expect, test } from './fixtures.ts'
import { waitForFirstSync, waitUntilSettled } from './screens.ts'

test('a record that a key opens has the focus, Escape gives it back, and Ctrl+S saves', async ({ open, as }) => {
  const admin = await as('admin')
  const page = await open('admin')
  // What reads the next page ahead listens for keys, too.
  const nextPage = page.waitForRequest(/page=2/)
  await page.goto('/bank/list')
  await nextPage
  await waitUntilSettled(page)
  const form = page.locator('main form[novalidate]')
  const row = page.locator('tbody [data-ref]').first()
  const ref = (await row.getAttribute('data-ref')) ?? ''

  await page.keyboard.press('n')
  await expect(form.locator('[data-field=bank_name] input')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/bank\/list/)
  await expect(page.locator('#main [data-add]')).toBeFocused()

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row.locator('[data-name]')).toBeFocused()

  // As a link, and what was written is asked about.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const holder = form.locator('[data-field=account_holder] input')
  await holder.fill('Nama Rekening Baru')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(holder).toHaveValue('Nama Rekening Baru')

  // Also where the focus is in no field of the form.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.evaluate(() =>
    window.addEventListener('keydown', (event) => event.key === 's' && Reflect.set(window, 'isPrevented', event.defaultPrevented)),
  )
  await page.keyboard.press('Control+s')
  expect(await page.evaluate(() => Reflect.get(window, 'isPrevented'))).toBe(true)
  await expect(page).toHaveURL(/\/bank\/list/)
  await nothingWaits(page)
  expect((await (await admin.fetch(`${bank.path}/${ref}`)).json()).data.account_holder).toBe('Nama Rekening Baru')
})

test('fifty leads that were assigned go back to their salespeople by one press, also without a network', async ({ device, as }) => {
  const admin = await as('admin')
  const context = await device(admin)
  const page = await openLeads(context)
  await waitForFirstSync(page)
  await page.goto('/leads/list?size=50')
  await waitUntilSettled(page)
  const shown = await page.locator('tbody [data-ref]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-ref')))
  expect(shown).toHaveLength(50)
  const salesOf = async () => {
    const { data } = await admin.list(leads.path, { size: '1000' })
    return shown.map((ref) => data.find((lead) => lead.ref === ref)?.sales)
  }
  const before = await salesOf()
  const assignAll = async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).first().check()
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    await page.locator('[cmdk-item]').filter({ hasText: 'Sinta Permatasari' }).click()
  }
  const undo = page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' })
  // Each former salesperson is a change of its own, and a slow machine stores twenty of them one after the other.
  const undone = () => expect(page.getByText('Undone')).toBeVisible()

  await assignAll()
  // The message comes after four seconds as well, when a slow server has not answered yet; it stays while the pointer is on it.
  await undo.hover()
  await expect.poll(async () => new Set(await salesOf()).size).toBe(1)
  await undo.click()
  await undone()
  await nothingWaits(page)
  expect(await salesOf()).toEqual(before)

  await page.reload()
  await waitUntilSettled(page)
  await context.setOffline(true)
  await assignAll()
  await undo.click()
  await undone()
  await context.setOffline(false)
  await nothingWaits(page)
  expect(await salesOf()).toEqual(before)
})
