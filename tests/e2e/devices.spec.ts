import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { accounts, password } from '#tests/support/accounts.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { signInTo } from '#tests/support/client.ts'
import { addLead, nothingWaits, onServer, openLeads, waiting } from './device.ts'
import { expect, phone, test } from './fixtures.ts'
import { saveToList, textbox } from './forms.ts'
import { expectFitsPhones, expectNoSideways, waitUntilSettled } from './screens.ts'

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

async function signIn(page: Page, email: string): Promise<void> {
  await textbox(page, 'Email').fill(email)
  await textbox(page, 'Password').fill(password)
  await signInButton(page).click()
  await expect(page).not.toHaveURL(/\/login$/)
  await waitUntilSettled(page)
}

/** What the databases, localStorage and caches of the device hold, as text. */
const readDevice = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const opened = (name: string) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const all = (store: IDBObjectStore) =>
      new Promise<unknown[]>((resolve, reject) => {
        const request = store.getAll()
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const texts: string[] = [JSON.stringify({ ...localStorage })]
    const write = async (value: unknown): Promise<void> => {
      if (value instanceof Blob) texts.push(await value.text())
      else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) await write(each)
      else texts.push(String(value))
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await opened(name)
      const names = [...database.objectStoreNames]
      if (names.length) for (const store of names) await write(await all(database.transaction(names).objectStore(store)))
      database.close()
    }
    return texts.join('\n')
  })

async function askToSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

// 3 clicks with changes waiting, as without: the account, 'Sign out', and 'Sign out' where their number is said.
test('signing out of a shared device shows the number of waiting changes, which another person neither sees nor sends', {
  tag: '@long',
}, async ({ device, network, server, as }) => {
  const admin = await as('admin')
  const context = await device(await signInTo(server.url, 'sales'), phone)
  const page = await openLeads(context)
  await network.set({ as: 'drop' })
  await addLead(page, 'Milik Orang Pertama', '6281299992001')
  await waiting(page, 1)
  await askToSignOut(page)
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 change has not been sent yet')
  await expect(question).toContainText('They stay on this device, encrypted')
  expect(await readDevice(page)).toContain('Milik Orang Pertama')
  await expectAccessible(page, 'signing out with a change waiting')
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  // Neither the change nor a customer of the list is readable.
  await expect.poll(() => readDevice(page)).not.toMatch(/Milik Orang Pertama|62812\d{6}/)

  await network.set({ as: 'pass' })
  await signIn(page, accounts.sales2)
  await page.goto('/outbox')
  await expect(page.getByText('Everything is sent')).toBeVisible()
  await expect(page.getByText('Milik Orang Pertama')).toHaveCount(0)
  await addLead(page, 'Milik Orang Kedua', '6281299992002')
  await nothingWaits(page)
  expect(await onServer(admin, 'Milik Orang Pertama')).toEqual([])
  expect((await onServer(admin, 'Milik Orang Kedua')).map((row) => row.created_by)).toEqual([(await as('sales2')).session.user.name])

  await askToSignOut(page)
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, accounts.sales)
  await nothingWaits(page)
  await expect
    .poll(async () => (await onServer(admin, 'Milik Orang Pertama')).map((row) => [row.version, row.created_by]))
    .toEqual([[1, (await as('sales')).session.user.name]])
})

test('a session that ends while rows are sent, and a token that expires offline, lock the device and lose nothing', {
  tag: '@long',
}, async ({ device, network, server, as }) => {
  const admin = await as('admin')
  const person = await signInTo(server.url, 'sales')
  const context = await device(person)
  const page = await openLeads(context)

  // The first row is in flight when the token is revoked; the second waits.
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const blocked = new Promise<void>((resolve) => {
    void page.route(/\/crm\/in\/v1\/lead$|\/sync\/in\/v1\/mutations$/, async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      resolve()
      await released
      await route.continue()
    })
  })
  await addLead(page, 'Terputus Satu', '6281299992003')
  await blocked
  await addLead(page, 'Terputus Dua', '6281299992004')
  await person.fetch('/admin/in/v1/logout', { method: 'POST' })
  release()
  await expect(page.getByText('Invalid access_token')).toBeVisible()
  await expect(page.getByText('2 changes are safe on this device')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(textbox(page, 'Email')).toHaveValue(accounts.sales)
  await signIn(page, accounts.sales)
  await nothingWaits(page)
  await expect.poll(async () => (await onServer(admin, 'Terputus')).map(({ version }) => version)).toEqual([1, 1])

  await page.goto('/leads/list')
  await waitUntilSettled(page)
  await network.set({ as: 'drop' })
  await addLead(page, 'Kedaluwarsa Luring', '6281299992005')
  await waiting(page, 1)
  await page.evaluate(() => {
    const [head, , tail] = (localStorage.getItem('jwt_access_token') ?? '').split('.')
    localStorage.setItem('jwt_access_token', [head, btoa(JSON.stringify({ exp: 1_700_000_000 })).replace(/=+$/, ''), tail].join('.'))
  })
  await page.reload()
  await expect(page.getByText('access_token expired')).toBeVisible()
  await expect(page.getByText('1 change is safe on this device')).toBeVisible()
  await expect(page.getByText('Kedaluwarsa Luring')).toHaveCount(0)
  await expect(page.locator('[data-ref]')).toHaveCount(0)
  await expectAccessible(page, 'lock screen')
  await textbox(page, 'Password').fill(password)
  await signInButton(page).click()
  await expect(page.getByText(/Signing in needs the server/)).toBeVisible()
  await expect(textbox(page, 'Password')).toHaveValue(password)
  await network.set({ as: 'pass' })
  await expect(async () => {
    await signInButton(page).click()
    await expect(page).toHaveURL(/\/leads\/list/, { timeout: 3_000 })
  }).toPass()
  await nothingWaits(page)
  await expect.poll(async () => (await onServer(admin, 'Kedaluwarsa Luring')).map(({ version }) => version)).toEqual([1])
})

test(
  'two devices of one person detect conflicts by version, and a file moves the outbox from one to the other, once',
  { tag: '@long' },
  async ({ device, network, server, as }, info) => {
    const admin = await as('admin')
    const person = await signInTo(server.url, 'sales')
    const [shared] = (await person.list('/crm/in/v1/lead')).data
    const one = await openLeads(await device(person, { permissions: ['clipboard-read', 'clipboard-write'] }))
    const two = await openLeads(await device(person))
    await network.set({ as: 'drop' })
    const edit = async (page: Page, label: string, value: string) => {
      await page.goto(`/leads/edit/${shared?.ref}`)
      await textbox(page, label).fill(value)
      await saveToList(page)
    }
    await edit(one, 'City', 'Kota Gawai Satu')
    await edit(two, 'Notes', 'Catatan Gawai Dua')
    await addLead(one, 'Pindah Lewat Berkas', '6281299992006')
    await waiting(one, 2)

    await one.goto('/outbox')
    await one.getByRole('link', { name: 'This device' }).click()
    await waitUntilSettled(one)
    await expectAccessible(one, 'this device')
    await expectNoSideways(one, 'this device')
    await one.getByRole('button', { name: 'Copy diagnostics' }).click()
    await expect(one.getByText('Copied.')).toBeVisible()
    const copied = await one.evaluate(() => navigator.clipboard.readText())
    expect(JSON.parse(copied)).toMatchObject({ outbox: { rows: 2, calls: { 'leads.update': 1, 'leads.create': 1 } } })
    const { token, user } = person.session
    for (const personal of [token, user.ref, user.name, user.email, 'Pindah', 'Kota Gawai', '6281299992006', String(shared?.ref)])
      expect(copied).not.toContain(personal)
    const saving = one.waitForEvent('download')
    await one.getByRole('button', { name: 'Save as a file' }).click()
    const saved = await saving
    const file = info.outputPath(saved.suggestedFilename())
    await saved.saveAs(file)

    await two.goto('/device')
    await waitUntilSettled(two)
    const add = (path: string) => two.locator('input[type=file]').setInputFiles(path)
    const bad = info.outputPath('broken.outbox')
    const bytes = await readFile(file)
    await writeFile(bad, bytes.subarray(0, -5))
    await add(bad)
    await expect(two.getByRole('alert')).toContainText('The file is damaged or was changed. Nothing was added.')
    await writeFile(bad, 'name,phone\nBudi,6281\n')
    await add(bad)
    await expect(two.getByRole('alert')).toContainText('This is not a file of waiting changes.')
    await waiting(two, 1)

    await add(file)
    const preview = two.getByRole('dialog')
    await expect(preview).toContainText('2 changes will be added.')
    await expect(preview).toContainText('Pindah Lewat Berkas')
    await expectAccessible(two, 'what a file would add')
    await expectFitsPhones(two, 'what a file would add')
    await preview.getByRole('button', { name: 'Cancel' }).click()
    await waiting(two, 1)
    await add(file)
    await preview.getByRole('button', { name: 'Add 2 changes' }).click()
    await waiting(two, 3)
    await add(file)
    await expect(preview).toContainText('2 changes are on this device already and are left out.')
    await preview.getByRole('button', { name: 'Close' }).first().click()

    const stranger = await openLeads(await device(await signInTo(server.url, 'sales2'), { baseURL: server.url }))
    await stranger.goto('/device')
    await waitUntilSettled(stranger)
    await stranger.locator('input[type=file]').setInputFiles(file)
    await expect(stranger.getByRole('alert')).toContainText('The file belongs to another person.')

    await network.set({ as: 'pass' })
    await nothingWaits(one)
    await nothingWaits(two)
    expect((await onServer(admin, 'Pindah Lewat Berkas')).map(({ version }) => version)).toEqual([1])
    const met = (await onServer(admin, 'Kota Gawai Satu')).map(({ ref, version, city, notes }) => ({ ref, version, city, notes }))
    expect(met).toEqual([{ ref: shared?.ref, version: Number(shared?.version) + 2, city: 'Kota Gawai Satu', notes: 'Catatan Gawai Dua' }])
  },
)
