import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { leads } from '#contract/sections/sales/leads.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import type { Client } from '#tests/support/client.ts'
import { expect, laptop, phone, test } from './fixtures.ts'
import { confirmDelete, saveToList, textbox } from './forms.ts'
import { expectFitsPhones, waitUntilSettled } from './screens.ts'

interface Opening {
  device: (client: Client, options: BrowserContextOptions & { preferences: Readonly<Record<string, string>> }) => Promise<BrowserContext>
  client: Client
  options: BrowserContextOptions
  locale?: string
}

/** Opens a list on a network that can be cut, with an active worker. */
async function openList(path: string, { device, client, options, locale = 'en' }: Opening): Promise<Page> {
  const context = await device(client, { ...options, preferences: { 'lapangan-preferences': JSON.stringify({ locale }) } })
  const page = await context.newPage()
  await page.goto(path)
  await waitUntilSettled(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => page.evaluate(() => caches.keys().then((keys) => keys.length))).toBeGreaterThan(0)
  return page
}

type Values = Readonly<Record<string, unknown>>

/** Another online person: calls of any client. */
function another(client: Client, path: string) {
  const send = async (method: string, address: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await client.fetch(address, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect(answer.ok, `${method} ${address}: ${answer.status}`).toBe(true)
    return answer.json()
  }
  return {
    add: async (values: Values): Promise<string> => (await send('POST', path, values)).data.ref,
    change: (ref: string, values: Values) => send('PUT', `${path}/${ref}`, values, { 'Update-Mask': Object.keys(values).join(',') }),
    remove: (ref: string) => send('DELETE', path, { ids: [ref] }),
    read: async (ref: string) => {
      const answer = await client.fetch(`${path}/${ref}`)
      return answer.ok ? (await answer.json()).data : answer.status
    },
    find: async (term: string) => (await client.list(path, { query: `search:${term}` })).data,
  }
}

/** Waits for animations: fading elements have no contrast. */
const still = (page: Page) => page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined))))

const window = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => window(page).locator(`[data-conflict="${name}"]`)
const conflicts = (page: Page) => page.getByRole('button', { name: 'Decide', exact: true })
const settledOutbox = (page: Page) => expect(page.getByText('Everything is sent')).toBeVisible()

test('leads on a phone merge different fields automatically, and ask about the same fields and deletions', { tag: '@long' }, async ({
  device,
  network,
  as,
}) => {
  const { add, change, remove, read, find } = another(await as('root'), leads.path)
  const make = (name: string, number: number) =>
    add({
      name: `Konflik ${name}`,
      phone: `62812777000${number}`,
      status: 'new',
      city: 'Awal',
      notes: 'ingin kelas hari Senin pagi',
      tags: ['hangat'],
    })
  const [merged, same, gone, removed] = [await make('Gabung', 1), await make('Sama', 2), await make('Hilang', 3), await make('Hapus', 4)]
  const page = await openList('/leads/list?query=search:Konflik', { device, client: await as('admin'), options: phone })
  const card = (ref: string) => page.locator(`li[data-ref="${ref}"]`)
  await expect(card(removed)).toBeVisible()

  await network.set({ as: 'drop' })
  const edit = async (ref: string, values: Readonly<Record<string, string>>) => {
    await card(ref).locator('a[href*="/leads/edit/"]').tap()
    for (const [name, value] of Object.entries(values)) await textbox(page, name).fill(value)
    await saveToList(page, (on) => on.getByRole('button', { name: 'Save', exact: true }).tap({ timeout: 1_000 }))
  }
  await edit(merged, { City: 'Ubud' })
  await edit(same, { City: 'Kuta', Notes: 'ingin kelas hari Jumat pagi' })
  await edit(gone, { City: 'Sanur' })
  await card(removed)
    .getByRole('button', { name: /^Actions for/ })
    .tap()
  await page.getByRole('menuitem', { name: 'Delete' }).tap()
  await confirmDelete(page)
  await expect(page.getByRole('link', { name: '4 waiting' })).toBeVisible()

  await change(merged, { notes: 'sudah ditelepon', tags: ['hangat', 'vip'] })
  await change(same, { city: 'Denpasar', notes: 'ingin kelas hari Senin malam', tags: ['vip'] })
  await remove(gone)
  await change(removed, { notes: 'mau beli minggu ini' })
  await network.set({ as: 'pass' })

  await expect(page.getByText(/Konflik Gabung: your City and .+'s Tags and Notes are both saved\./)).toBeVisible()
  await expect.poll(() => read(merged)).toMatchObject({ city: 'Ubud', notes: 'sudah ditelepon', tags: ['hangat', 'vip'], version: 3 })
  expect(await read(same), 'nothing is sent before the person decided').toMatchObject({ city: 'Denpasar', version: 2 })
  expect(await read(removed)).toMatchObject({ notes: 'mau beli minggu ini' })

  await card(same).getByRole('button', { name: 'Conflict' }).tap()
  await expect(field(page, 'notes').getByRole('radio', { name: 'Mine' }).locator('..').locator('..').locator('ins')).toHaveText('Jumat')
  await expect(window(page).getByText('2 fields to decide')).toBeVisible()
  await expect(window(page).getByText('Merged automatically')).toBeVisible()
  await still(page)
  await expectAccessible(page, 'the conflict of a lead')
  await expectFitsPhones(page, 'the conflict of a lead')
  await field(page, 'city').getByRole('radio').nth(1).check()
  await field(page, 'notes').getByRole('button', { name: 'Enter another value' }).tap()
  await textbox(page, 'Combined value').fill('ingin kelas hari Jumat malam')
  await window(page).getByRole('button', { name: 'Save' }).tap()
  await expect.poll(() => read(same)).toMatchObject({ city: 'Denpasar', notes: 'ingin kelas hari Jumat malam', tags: ['vip'], version: 3 })

  await page.goto('/outbox')
  await expect(conflicts(page)).toHaveCount(2)
  await conflicts(page).first().tap()
  await expect(window(page).getByText('It was deleted on the server meanwhile', { exact: false })).toBeVisible()
  await expectFitsPhones(page, 'a lead that was deleted there')
  await window(page).getByRole('button', { name: 'Make it again' }).tap()
  await expect
    .poll(() => find('Konflik Hilang'))
    .toMatchObject([{ city: 'Sanur', notes: 'ingin kelas hari Senin pagi', tags: ['hangat'], version: 1 }])
  expect(await read(gone)).toBe(404)

  await conflicts(page).tap()
  await expect(window(page).locator('[data-changed="notes"]')).toHaveText(/Senin pagi.*mau beli minggu ini/s)
  await still(page)
  await expectAccessible(page, 'a lead that was deleted here and changed there')
  await expectFitsPhones(page, 'a lead that was deleted here')
  await window(page).getByRole('button', { name: 'Delete anyway' }).tap()
  await settledOutbox(page)
  expect(await read(removed)).toBe(404)
})

test('conflicts of banks are resolved by keyboard on a laptop in Arabic: theirs, discarded and kept', { tag: '@long' }, async ({
  device,
  network,
  as,
}) => {
  const { add, change, remove, read, find } = another(await as('root'), bank.path)
  const make = (name: string) =>
    add({
      bank_name: `Konflik ${name}`,
      account_number: '1230004567',
      account_holder: 'PT Satu',
      bank_branch: 'Bogor',
      company_code: 'EMT',
    })
  const [mine, theirs, gone, kept] = [await make('Mine'), await make('Theirs'), await make('Gone'), await make('Kept')]
  const page = await openList('/bank/list?query=search:Konflik', { device, client: await as('admin'), options: laptop, locale: 'ar' })
  const row = (ref: string) => page.locator(`tr[data-ref="${ref}"]`)
  await expect(row(kept)).toBeVisible()
  for (const ref of [mine, theirs, gone]) await row(ref).locator('a[href*="/bank/edit/"]').hover()

  await network.set({ as: 'drop' })
  for (const ref of [mine, theirs, gone]) {
    await row(ref).locator('a[href*="/bank/edit/"]').click()
    await page.locator('[data-field="bank_branch"] input').fill('Depok')
    await page.locator('[data-field="bank_branch"] input').press('Control+Enter')
    await expect(page).toHaveURL(/\/bank\/list/)
  }
  await row(kept).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'حذف' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'حذف' }).click()
  for (const ref of [mine, theirs]) await change(ref, { bank_branch: 'Bandung', account_holder: 'PT Dua' })
  await remove(gone)
  await change(kept, { account_holder: 'PT Dua' })
  await network.set({ as: 'pass' })

  const conflict = row(mine).locator('button[data-mark="conflict"]')
  await expect(conflict).toBeVisible()
  // A fading toast has no contrast.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await conflict.focus()
  await page.keyboard.press('Enter')
  await still(page)
  await expectAccessible(page, 'the conflict of a bank in Arabic')
  await field(page, 'bank_branch').getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await window(page).getByRole('button', { name: 'حفظ' }).press('Enter')
  await expect.poll(() => read(mine)).toMatchObject({ bank_branch: 'Depok', account_holder: 'PT Dua', version: 3 })

  await row(theirs).locator('button[data-mark="conflict"]').click()
  await field(page, 'bank_branch').getByRole('radio').nth(1).check()
  await window(page).getByRole('button', { name: 'حفظ' }).click()
  await expect(row(theirs).locator('[data-mark]')).toHaveCount(0)

  await page.goto('/outbox')
  const decide = page.getByRole('button', { name: 'اتخذ القرار' })
  await expect(decide).toHaveCount(2)
  await decide.first().click()
  await window(page).getByRole('button', { name: 'تجاهل تغييراتي' }).click()
  await expect(decide).toHaveCount(1)
  await expect(window(page)).toHaveCount(0)
  await decide.click()
  await window(page).getByRole('button', { name: 'الإبقاء عليه' }).click()
  await expect(page.locator('[data-mutation]')).toHaveCount(0)
  expect(await read(kept)).toMatchObject({ account_holder: 'PT Dua', version: 2 })
  expect(await read(theirs)).toMatchObject({ bank_branch: 'Bandung', version: 2 })
  expect((await find('Konflik')).map(({ bank_name }) => bank_name).sort()).toEqual(['Konflik Kept', 'Konflik Mine', 'Konflik Theirs'])
})
