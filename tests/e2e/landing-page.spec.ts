/**
 * A landing page is built by thumb on a phone and filled in on another one: the lead reaches a salesperson with its campaign. On a laptop two
 * editors change different blocks of one page.
 */
import type { Page } from '@playwright/test'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { landingPage } from '#contract/sections/promotion/landing-page.ts'
import type { Client } from '#tests/support/client.ts'
import { expect, phone, test } from './fixtures.ts'
import { saveToList, textbox } from './forms.ts'
import { expectFitsPhones, waitUntilSettled } from './screens.ts'

async function post(client: Client, path: string, body: unknown) {
  const answer = await client.fetch(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  expect(answer.ok, await answer.clone().text()).toBe(true)
  return (await answer.json()).data
}

const lines = (page: Page) => page.locator('[data-block] [data-node-title]')
const expectBlocks = (page: Page, ...names: string[]) => expect(lines(page)).toHaveText(names)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap()

/** Adds a block, which opens with the focus on its line. */
async function add(page: Page, kind: string): Promise<void> {
  const before = await lines(page).count()
  await press(page, 'Add a block')
  await page.getByRole('menuitem', { name: kind, exact: true }).tap()
  await expect(lines(page)).toHaveCount(before + 1)
  await expect(lines(page).last()).toBeFocused()
}

const block = (page: Page, name: string) =>
  page.locator('[data-block]').filter({ has: page.getByRole('button', { name: `Edit ${name}`, exact: true }) })

test('a page that is built on a phone and filled in on another brings a lead with its campaign to a salesperson', async ({
  as,
  open,
  browser,
  server,
}) => {
  const [admin, seller] = await Promise.all([as('root'), as('sales')])
  const own = await post(admin, campaign.path, {
    ...{ name: 'Kampanye Ponsel', channel: 'ads', status: 'active', start: '2026-11-01' },
    sales: [{ sales_id: seller.session.user.ref }],
  })
  const page = await open('root', phone)
  await page.goto('/landing-page/add')
  await waitUntilSettled(page)
  await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill('Promo dari Ponsel')
  await page.getByRole('combobox', { name: 'Campaign' }).tap()
  await page.getByPlaceholder('Search').last().fill('Kampanye Ponsel')
  await page.getByRole('option', { name: 'Kampanye Ponsel' }).tap()

  await add(page, 'Form')
  await block(page, 'Form').getByRole('textbox', { name: 'Button', exact: true }).fill('Hubungi saya')
  await add(page, 'Opening')
  await block(page, 'Opening').getByRole('textbox', { name: 'Title', exact: false }).fill('Belajar saham')
  await add(page, 'Questions')
  await block(page, 'Questions').getByRole('button', { name: 'Add row' }).tap()
  await textbox(page, 'Question').fill('Gratis?')
  await textbox(page, 'Answer').fill('Ya, tanpa biaya.')
  await expectBlocks(page, 'Form', 'Opening: Belajar saham', 'Questions')

  await press(page, 'Move Opening: Belajar saham up')
  await expectBlocks(page, 'Opening: Belajar saham', 'Form', 'Questions')
  await press(page, 'Move Questions up')
  await press(page, 'Duplicate Questions')
  await expectBlocks(page, 'Opening: Belajar saham', 'Questions', 'Questions', 'Form')
  await press(page, 'Undo')
  await expectBlocks(page, 'Opening: Belajar saham', 'Questions', 'Form')
  await expectFitsPhones(page, 'the editor of a landing page')

  // The draft and its steps survive a reload.
  await page.reload()
  await waitUntilSettled(page)
  await expectBlocks(page, 'Opening: Belajar saham', 'Questions', 'Form')
  await press(page, 'Redo')
  await expectBlocks(page, 'Opening: Belajar saham', 'Questions', 'Questions', 'Form')
  await press(page, 'Undo')
  await press(page, 'Undo')
  await expectBlocks(page, 'Opening: Belajar saham', 'Form', 'Questions')
  await press(page, 'Redo')

  await page.getByRole('tab', { name: 'Preview' }).tap()
  const preview = page.frameLocator('[data-preview]')
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Belajar saham')
  await expect(preview.getByText('Gratis?')).toBeVisible()
  await expect(preview.getByRole('button', { name: 'Hubungi saya' })).toBeDisabled()
  await page.getByRole('tab', { name: 'Blocks' }).tap()
  await press(page, 'Edit Questions')
  await press(page, 'Hide Questions')
  await page.getByRole('tab', { name: 'Preview' }).tap()
  await expect(preview.getByText('Gratis?')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('publish')
  await saveToList(page)
  await expect(page.getByText('/p/promo-dari-ponsel')).toBeVisible()

  const visitor = await browser.newContext({ ...phone, baseURL: server.url, locale: 'id-ID' })
  const theirs = await visitor.newPage()
  await theirs.goto('/p/promo-dari-ponsel?utm_source=instagram')
  await theirs.getByLabel('Nama').fill('Ratna Pengunjung')
  await theirs.getByLabel('Nomor HP (WhatsApp)').fill('0812-3456-7890')
  await theirs.getByRole('button', { name: 'Hubungi saya' }).tap()
  await expect(theirs).toHaveURL(/\/p\/promo-dari-ponsel\/thanks#form$/)
  await expect(theirs.getByRole('heading', { name: 'Terima kasih' })).toBeVisible()
  await visitor.close()

  const desk = await open('sales', phone)
  await desk.goto('/leads/list?query=search:Ratna Pengunjung')
  await expect(desk.getByText('Ratna Pengunjung').first()).toBeVisible()
  const [lead] = (await seller.list('/crm/in/v1/lead', { query: 'search:Ratna Pengunjung' })).data
  expect(lead).toMatchObject({ phone: '6281234567890', status: 'new', campaign_id: own.id, campaign_name: 'Kampanye Ponsel' })
  expect(lead?.lead_sources).toMatchObject([{ page: 'Promo dari Ponsel', utm_source: 'instagram', campaign_name: 'Kampanye Ponsel' }])
  await desk.goto(`/leads/edit/${lead?.ref}`)
  await waitUntilSettled(desk)
  await expect(textbox(desk, 'Landing page')).toHaveValue('Promo dari Ponsel')
  await expect(textbox(desk, 'UTM source')).toHaveValue('instagram')
})

test('two editors of one page are merged by block, and a block is dragged on a laptop', async ({ as, open }) => {
  const admin = await as('root')
  const sections = [
    { kind: 'hero', title: 'Satu' },
    { kind: 'hero', title: 'Dua' },
    { kind: 'form', title: 'Tiga' },
  ]
  const { ref } = await post(admin, landingPage.path, { title: 'Dua Penyunting', sections })
  const [first, second] = await Promise.all([open('root'), open('admin')])
  for (const page of [first, second]) {
    await page.goto(`/landing-page/edit/${ref}`)
    await waitUntilSettled(page)
    await expect(lines(page)).toHaveCount(3)
  }
  await first.getByRole('button', { name: 'Edit Opening: Satu' }).click()
  await block(first, 'Opening: Satu').getByRole('textbox', { name: 'Title', exact: false }).fill('Satu dari yang pertama')
  await saveToList(first)

  const handle = second.getByTitle('Drag Form: Tiga')
  // Not behind the bar that saves.
  await handle.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const [start, end] = [await handle.boundingBox(), await second.getByTitle('Drag Opening: Satu').boundingBox()]
  if (!start || !end) throw new Error('no handle')
  await second.mouse.move(start.x + 5, start.y + 10)
  await second.mouse.down()
  await second.mouse.move(start.x + 5, start.y + 4, { steps: 4 })
  await second.mouse.move(start.x + 5, end.y + end.height / 2, { steps: 12 })
  await second.mouse.up()
  await expectBlocks(second, 'Form: Tiga', 'Opening: Satu', 'Opening: Dua')
  await second.getByRole('button', { name: 'Edit Opening: Dua' }).click()
  await block(second, 'Opening: Dua').getByRole('textbox', { name: 'Title', exact: false }).fill('Dua dari yang kedua')
  await expect(second.frameLocator('[data-preview]').getByRole('heading', { level: 1 })).toHaveText(['Satu', 'Dua dari yang kedua'])
  await saveToList(second)

  const stored = async () =>
    (await (await admin.fetch(`${landingPage.path}/${ref}`)).json()).data.sections.map(({ title }: { title: string }) => title)
  await expect.poll(stored).toEqual(['Tiga', 'Satu dari yang pertama', 'Dua dari yang kedua'])
})

test('a draft that is opened after somebody else saved holds both, and asks where both wrote', async ({ as, open }) => {
  const admin = await as('root')
  const sections = [
    { kind: 'hero', title: 'Satu' },
    { kind: 'form', title: 'Dua' },
  ]
  const { ref } = await post(admin, landingPage.path, { title: 'Draf Lama', slug: 'draf-lama', sections })
  const address = `${landingPage.path}/${ref}`
  const read = async () => (await (await admin.fetch(address)).json()).data
  const page = await open('root')
  await page.goto(`/landing-page/edit/${ref}`)
  await waitUntilSettled(page)
  await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill('Draf Saya')
  await page.getByRole('button', { name: 'Edit Opening: Satu' }).click()
  await block(page, 'Opening: Satu').getByRole('textbox', { name: 'Title', exact: false }).fill('Satu dari saya')
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('Satu dari saya')
  await page.goto('/landing-page/list')

  const stored = await read()
  const [first, second] = stored.sections
  const changes = { title: 'Draf Mereka', sections: [first, { ...second, title: 'Dua dari mereka' }] }
  const answer = await admin.fetch(address, {
    method: 'PUT',
    body: JSON.stringify(changes),
    headers: { 'content-type': 'application/json', 'Update-Mask': 'title,sections' },
  })
  expect(answer.ok, await answer.text()).toBe(true)

  await page.goto(`/landing-page/edit/${ref}`)
  await waitUntilSettled(page)
  await expect(page.getByText('Draft restored, with what others saved meanwhile')).toBeVisible()
  await expectBlocks(page, 'Opening: Satu dari saya', 'Form: Dua dari mereka')
  await saveToList(page)
  await page.getByRole('button', { name: 'Conflict' }).first().click()
  await page.locator('[data-conflict="title"]').getByRole('radio', { name: 'Mine' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const titles = async () => {
    const saved = await read()
    return [saved.title, ...saved.sections.map(({ title }: { title: string }) => title)]
  }
  await expect.poll(titles).toEqual(['Draf Saya', 'Satu dari saya', 'Dua dari mereka'])
})
