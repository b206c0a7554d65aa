import { leads } from '#contract/sections/leads.ts'
import { expect, phone, test } from './fixtures.ts'
import { settled } from './screens.ts'

test('a lead changes its status on the board, by buttons', async ({ open, as }) => {
  const admin = await as('admin')
  const page = await open('admin')
  await page.goto('/leads/list?view=board')
  await settled(page)
  const lane = (name: string) => page.getByRole('region', { name, exact: true })
  const lead = lane('New').locator('li[data-ref]').first()
  const name = (await lead.getByRole('link').first().textContent()) ?? ''
  const ref = await lead.getAttribute('data-ref')
  const total = Number(await lane('New').locator('[data-lane-total]').getAttribute('data-lane-total'))
  await lead.getByRole('button', { name: `Move ${name} to …` }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Prospect', exact: true }).click()
  await expect(lane('Prospect').locator(`li[data-ref="${ref}"]`)).toBeVisible()
  await expect(lane('New').locator('[data-lane-total]')).toHaveAttribute('data-lane-total', String(total - 1))
  await expect.poll(async () => (await (await admin.fetch(`${leads.path}/${ref}`)).json()).data.status).toBe('prospect')
})

test('a salesperson on a phone sees cards, their own and the unassigned', async ({ open, as }) => {
  const sales = await as('sales')
  const mine = await sales.list(leads.path)
  const page = await open('sales', phone)
  await page.goto('/leads/list')
  await settled(page)
  await expect(page.locator('[data-total]')).toHaveAttribute('data-total', String(mine.total_record))
  await expect(page.locator('li[data-ref]')).toHaveCount(10)
  for (const link of await page.locator('li[data-ref]').first().getByRole('link').all()) {
    const size = await link.locator('xpath=..').boundingBox()
    expect(size?.height).toBeGreaterThanOrEqual(44)
  }
})

test('the next record follows the filtered list', async ({ open }) => {
  const page = await open('admin')
  await page.goto('/leads/list?query=status:closing&sort=name+asc')
  await settled(page)
  const names = await page.locator('tr[data-ref]').getByRole('link').allTextContents()
  await page
    .getByRole('link', { name: names[0] ?? '', exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: names[0] ?? '' })).toBeVisible()
  await page.getByRole('link', { name: 'Next record' }).click()
  await expect(page.getByRole('heading', { level: 1, name: names[1] ?? '' })).toBeVisible()
})
