/** Finding (docs/product/lists.md#search-everywhere), and the menu beside it. */
import { viewsOf } from '#contract/kit/section/view.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { allSections } from '#tests/support/sections.ts'
import { expect, laptop, phone, test } from './fixtures.ts'
import { goTo, waitUntilSettled } from './screens.ts'

const wide = { viewport: laptop.viewport }

// Find an order by its number: no click (Ctrl+K, the number, Enter); on a phone 2 taps (Search, the order).
test('an order is found by its number, with a wrong digit too, by keys and by thumb', async ({ open, as }) => {
  const admin = await as('admin')
  const orders = (await admin.list(transaction.path, { size: '3' })).data
  const number = String(orders[2]?.order_number)
  const page = await open('admin', wide)
  await page.goto('/dashboard')
  await waitUntilSettled(page)
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search' })
  await palette.getByRole('combobox').fill(number)
  const order = palette.getByRole('option', { name: new RegExp(`^${number}`) })
  await expect(order).toBeVisible()
  await expect(order).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, 'the palette')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/transaction\/(edit|detail)\//)
  await expect(page.getByText(number).first()).toBeVisible()

  const small = await open('admin', phone)
  await small.goto('/dashboard')
  await waitUntilSettled(small)
  await small.getByRole('button', { name: 'Search', exact: true }).tap()
  await small.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill(number.replaceAll('-', '').toLowerCase())
  await small.getByRole('option', { name: new RegExp(`^${number}`) }).tap()
  await expect(small).toHaveURL(/\/transaction\/(edit|detail)\//)
  await expect(small.getByText(number).first()).toBeVisible()

  await small.getByRole('button', { name: 'Search', exact: true }).tap()
  const again = small.getByRole('dialog', { name: 'Search' })
  await expect(again.getByRole('group', { name: 'Recently used' }).getByRole('option', { name: new RegExp(`^${number}`) })).toBeVisible()
})

test('the palette finds a misspelt lead offline, opens its list with the search, and begins what one may add', async ({ open, as }) => {
  const sales = await as('sales')
  const [lead] = (await sales.list(leads.path, { size: '1' })).data
  const name = String(lead?.name)
  const [first = '', last = ''] = name.split(' ')
  const longest = first.length > last.length ? first : last
  const misspelt = `${longest.slice(0, 1)}${longest[2]}${longest[1]}${longest.slice(3)}`
  const page = await open('sales', wide)
  const palette = page.getByRole('dialog', { name: 'Search' })
  await page.goto('/leads/list')
  await waitUntilSettled(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lapangan-leads-held'))).not.toBeNull()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette.getByRole('combobox')).toBeVisible()
  await page.context().setOffline(true)
  await palette.getByRole('combobox').fill(misspelt)
  const found = page.getByRole('group', { name: /^Leads/ })
  await expect(found.getByRole('option', { name: new RegExp(longest) }).first()).toBeVisible()
  await found.getByRole('option', { name: 'All results in Leads' }).click()
  await expect(page).toHaveURL(/\/leads\/list\?query=/)
  await expect(page.getByRole('searchbox', { name: /Search/ }).first()).toHaveValue(misspelt)
  await page.context().setOffline(false)

  await page.keyboard.press('ControlOrMeta+k')
  await palette.getByRole('combobox').fill('add lead')
  await page.getByRole('group', { name: 'Actions' }).getByRole('option', { name: 'Create Lead' }).click()
  await expect(page).toHaveURL(/\/leads\/add/)

  await page.keyboard.press('ControlOrMeta+k')
  await palette.getByRole('combobox').fill('cuti')
  await palette.getByRole('group', { name: 'Actions' }).getByRole('option', { name: 'Create Leave' }).click()
  await expect(page).toHaveURL(/\/member-cuti\/add/)
  await expect(page.getByRole('combobox', { name: 'Member' })).toBeVisible()
})

test('the menu shows the open entry, which fills its column', async ({ open }) => {
  const page = await open('root', wide)
  await page.goto('/whatsapp-number/list')
  await waitUntilSettled(page)
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  const current = menu.locator('a[aria-current=page]')
  await expect(current).toBeInViewport()
  const [row, list] = await Promise.all([current.locator('xpath=..').boundingBox(), menu.boundingBox()])
  expect(row?.width).toBe(list?.width)
  expect(await current.locator('xpath=..').evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
})

test('the number of rows that somebody chose stays with a list, and is 10 elsewhere', async ({ open }) => {
  const page = await open('admin', wide)
  await page.goto('/transaction/list')
  await waitUntilSettled(page)
  await page.getByLabel('Rows per page').selectOption('25')
  await expect(page.locator('[data-ref]')).toHaveCount(25)
  await page.goto('/member/list')
  await waitUntilSettled(page)
  await expect(page.getByLabel('Rows per page')).toHaveValue('10')
  await page.goto('/transaction/list')
  await expect(page.getByLabel('Rows per page')).toHaveValue('25')
  await page.getByLabel('Rows per page').selectOption('10')
  await page.goto('/transaction/list')
  await waitUntilSettled(page)
  await expect(page.getByLabel('Rows per page')).toHaveValue('10')
})

test('on a phone the further lists of a section are tabs above its rows', async ({ open }) => {
  const page = await open('root', phone)
  await page.goto('/dashboard')
  await waitUntilSettled(page)
  const lists = allSections.filter(({ kind, views }) => kind === 'records' && Object.values(views).some(({ at }) => at))
  for (const section of lists)
    await test.step(section.name, async () => {
      await goTo(page, `/${section.name}/list`)
      const tabs = page.locator('main nav')
      for (const { at } of viewsOf(section).filter((view) => view.at))
        await expect(tabs.locator(`a[href^="/${section.name}/${at}/list"]`)).toBeAttached()
      await expect(tabs.first()).toBeInViewport()
    })
})
