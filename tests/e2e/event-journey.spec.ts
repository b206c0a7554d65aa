/**
 * An event from its copy to the list of who came: duplicated, published, registered for on phones until it is full, a freed seat, a paid
 * seat, and a ticket at the door (docs/product/events.md).
 */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { readTable } from '#contract/import/read-table.ts'
import { onePixel } from '#tests/support/example.ts'
import { mailsTo } from '#tests/support/mails.ts'
import { nothingWaits } from './device.ts'
import { openDoorOf, scan } from './door-scene.ts'
import { expect, phone, test } from './fixtures.ts'
import { saveToList, textbox } from './forms.ts'
import { expectNoSideways, waitUntilSettled } from './screens.ts'

interface Guest {
  name: string
  phone: string
  email: string
}

const [ayu, bima, cici, dodi] = [
  { name: 'Ayu Perdana', phone: '0812-9100-3401', email: 'ayu.perdana@surat.test' },
  { name: 'Bima Kedua', phone: '0812-9100-3402', email: 'bima.kedua@surat.test' },
  { name: 'Cici Menunggu', phone: '0812-9100-3403', email: 'cici.menunggu@surat.test' },
  { name: 'Dodi Membayar', phone: '0812-9100-3404', email: 'dodi.membayar@surat.test' },
] as const satisfies readonly Guest[]

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`).filter({ visible: true })

/** Opens the record with this title from its list. */
async function openFromList(page: Page, list: string, title: string): Promise<void> {
  await page.goto(`${list}?query=search:${encodeURIComponent(title)}`)
  await waitUntilSettled(page)
  await page.getByRole('link', { name: title, exact: true }).first().click()
  await expect(page).toHaveURL(/\/edit\//)
  await waitUntilSettled(page)
}

/** Copies an event under another title, with so many seats. */
async function duplicate(page: Page, of: string, title: string, seats: number): Promise<void> {
  await openFromList(page, '/event/list', of)
  await page.getByRole('link', { name: 'Duplicate', exact: true }).click()
  await expect(page).toHaveURL(/\/add/)
  await waitUntilSettled(page)
  await expect(textbox(page, 'Title')).toHaveValue(of)
  await textbox(page, 'Title').fill(title)
  await field(page, 'quota').locator('input').fill(String(seats))
  await saveToList(page)
}

/** Publishes an event, which is private until then; returns the path of its public page. */
async function publish(page: Page, title: string): Promise<string> {
  await openFromList(page, '/event/list', title)
  await expect(page.getByText('Only people with this link can register: the event is private.')).toBeVisible()
  await button(page, 'Change visibility').click()
  await page.getByRole('dialog').locator('select').selectOption('publish')
  await button(page.getByRole('dialog'), 'Change visibility').click()
  await expect(page.getByText('Anybody can register here.')).toBeVisible()
  const address = await page.getByRole('link', { name: /\/e\// }).getAttribute('href')
  return new URL(address ?? '').pathname
}

/** Fills in the form of the public page; the event that is copied asks two questions. */
async function fillIn(page: Page, guest: Guest): Promise<void> {
  await textbox(page, 'Name').fill(guest.name)
  await textbox(page, 'Mobile number (WhatsApp)').fill(guest.phone)
  await textbox(page, 'Email').fill(guest.email)
  await page.getByRole('radio', { name: 'Belum', exact: true }).check()
}

const expectHeading = (page: Page, words: string) => expect(page.getByRole('heading', { level: 1, name: words, exact: true })).toBeVisible()

/** The mail to somebody that has these words in its subject, once it was sent. */
async function mailTo(dataDir: string, { email }: Guest, subject: string): Promise<string> {
  let found: string | undefined
  await expect
    .poll(
      async () => {
        ;[found] = await mailsTo(dataDir, email, subject)
        return found !== undefined
      },
      { message: `a mail to ${email}: ${subject}` },
    )
    .toBe(true)
  return found ?? ''
}

/** The address of somebody's own registration. */
const linkIn = (mail: string) => /https?:\/\/\S+?(\/e\/r\/[\w.-]+)/.exec(mail)?.[1] ?? ''
const ticketIn = (mail: string) => /Kode tiket:\s+(\S+)/.exec(mail)?.[1] ?? ''

test('an event is duplicated and published, is full, and a freed seat goes to the person who waits', async ({ open, server }) => {
  const title = 'Belajar Saham Bareng Angkatan Dua'
  const office = await open('root')
  await duplicate(office, 'Belajar Saham Bareng', title, 2)
  const path = await publish(office, title)
  const people = await Promise.all([ayu, bima, cici].map(() => open('guest', phone)))
  const [first, second, third] = people
  if (!first || !second || !third) throw new Error('no phones')

  await test.step('two register on their phones while a third fills in the form', async () => {
    for (const page of people) await page.goto(path)
    await expect(first.getByText('Seats left')).toBeVisible()
    await expectNoSideways(first, 'the public page')
    await fillIn(third, cici)
    await fillIn(first, ayu)
    await button(first, 'Register').tap()
    await expectHeading(first, 'Thank you, we have your registration')
    await expect(first.getByRole('heading', { name: 'Ticket' })).toBeVisible()
    await expectNoSideways(first, 'a registration')
    await fillIn(second, bima)
    await button(second, 'Register').tap()
    await expectHeading(second, 'Thank you, we have your registration')
  })

  await test.step('the third learns that it is full, keeps what was entered, and waits', async () => {
    await button(third, 'Register').tap()
    await expect(third.getByRole('alert')).toContainText('The last seat was taken a moment ago.')
    await expect(textbox(third, 'Name')).toHaveValue(cici.name)
    await button(third, 'Join the waiting list').tap()
    await expectHeading(third, 'Thank you, we have your registration')
    await expect(third.getByRole('heading', { name: 'Ticket' })).toHaveCount(0)
  })

  await test.step('who cancels by the mailed link frees a seat, which is offered', async () => {
    await first.goto(linkIn(await mailTo(server.dataDir, ayu, 'You are registered')))
    await button(first, 'Cancel registration').tap()
    await expectHeading(first, 'This registration is cancelled')
    await first.goto(path)
    await expect(first.getByText('All seats are taken')).toBeVisible()
  })

  await test.step('the person who waited accepts it by the mailed link', async () => {
    await third.goto(linkIn(await mailTo(server.dataDir, cici, 'There is a seat for you')))
    await expectHeading(third, 'There is a seat for you')
    await button(third, 'Accept this seat').tap()
    await expectHeading(third, 'You are registered')
    await expect(third.getByRole('heading', { name: 'Ticket' })).toBeVisible()
  })

  await test.step('the office sees who has a seat', async () => {
    await office.goto('/participant/list?query=search:surat.test')
    await waitUntilSettled(office)
    const row = (name: string) => office.getByRole('row').filter({ hasText: name })
    await expect(row(ayu.name)).toContainText('Cancelled')
    for (const { name } of [bima, cici]) await expect(row(name)).toContainText('Registered')
    await office.goto(`/event/list?query=search:${encodeURIComponent(title)}`)
    await expect(office.getByRole('row').filter({ hasText: title })).toContainText('2 of 2')
  })
})

test('a paid seat is ordered and paid, admitted by two devices without a network, and is in the export once', async ({
  as,
  device,
  network,
  open,
  server,
}) => {
  const title = 'Kelas Analisis Teknikal Angkatan Dua'
  const root = await as('root')
  const office = await open('root')
  await duplicate(office, 'Kelas Analisis Teknikal untuk Pemula', title, 1)
  const path = await publish(office, title)
  const ref = /\/edit\/([\w-]+)/.exec(office.url())?.[1] ?? ''

  await test.step('the order keeps the seat', async () => {
    await office.goto('/transaction/add')
    await waitUntilSettled(office)
    for (const [name, value] of Object.entries(dodi)) await field(office, `customer.${name}`).locator('input').fill(value)
    await field(office, 'items.0.category').locator('select').selectOption('event')
    await field(office, 'items.0.product_id').getByRole('combobox').click()
    await office.getByRole('option', { name: title }).click()
    await expect(office.locator('[data-subtotal]')).toContainText('Rp 350,000')
    await saveToList(office)
    await mailTo(server.dataDir, dodi, 'Menunggu pembayaran')
    const visitor = await open('guest', phone)
    await visitor.goto(path)
    await expect(visitor.getByText('All seats are taken')).toBeVisible()
    await expect(button(visitor, 'Join the waiting list')).toBeVisible()
  })

  await test.step('its payment makes the ticket', async () => {
    await office.goto(`/transaction/list?query=search:${encodeURIComponent(dodi.name)}`)
    await waitUntilSettled(office)
    await office.getByRole('row').filter({ hasText: dodi.name }).getByRole('link').first().click()
    await waitUntilSettled(office)
    await button(office, 'Change payment').click()
    const proof = onePixel()
    const file = { name: proof.name, mimeType: proof.type, buffer: Buffer.from(await proof.arrayBuffer()) }
    await office.getByRole('dialog').locator('[data-field=proof] input[type=file]').setInputFiles(file)
    await button(office.getByRole('dialog'), 'Change payment').click()
    await expect(office.getByRole('dialog')).toHaveCount(0)
  })
  const ticket = ticketIn(await mailTo(server.dataDir, dodi, 'Anda terdaftar'))

  const gates = ['Utara', 'Selatan'] as const
  const doors: Page[] = []
  await test.step('two devices admit the ticket of the mail without a network', async () => {
    for (const gate of gates) doors.push(await openDoorOf(await device(root, phone), ref, gate))
    for (const door of doors) await expect(door.locator('[data-inside]')).toHaveText('0 of 1 in')
    await network.set({ as: 'drop' })
    for (const door of doors) await scan(door, ticket, 'in')
    // The same code at once would be the same scan.
    for (const door of doors) await scan(door, 'bukan tiket', 'unknown')
    for (const door of doors) await scan(door, ticket, 'already')
  })

  await test.step('both learn of the other', async () => {
    await network.set({ as: 'pass' })
    for (const door of doors) {
      await door.bringToFront()
      await nothingWaits(door)
      const doubles = door.locator('[data-doubles]')
      await expect(doubles).toContainText(dodi.name)
      for (const gate of gates) await expect(doubles).toContainText(gate)
      await expect(door.locator('[data-inside]')).toHaveText('1 of 1 in')
    }
  })

  await test.step('the export has the attendance once', async () => {
    await openFromList(office, '/event/list', title)
    const download = office.waitForEvent('download')
    await button(office, 'Export participants').click()
    const { header, rows } = await readTable(await readFile(await (await download).path()))
    const [attended, name] = [header.indexOf('Attended'), header.indexOf('Name')]
    expect(rows.map(({ cells }) => [cells[name], cells[attended]])).toEqual([[dodi.name, 'Yes']])
  })
})
