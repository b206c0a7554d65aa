/**
 * How a stranger becomes a member and is left in peace: a landing page that is built on a phone, its form on another one, an order, a
 * newsletter whose server is killed in mid-send, and one click that ends them (docs/product/newsletters.md#groups).
 */
import type { Locator, Page } from '@playwright/test'
import { wibDay } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { newsletter } from '#contract/sections/promotion/newsletter.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { groupSize } from '#server/platform/mail/mail-rate.ts'
import type { Client } from '#tests/support/client.ts'
import { onePixel } from '#tests/support/example.ts'
import { startServer } from '#tests/support/server.ts'
import type { RunningServer } from '#tests/support/server-process.ts'
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts'
import { test as base, expect, phone } from './fixtures.ts'
import { pressUntil, saveButton, saveToList, textbox } from './forms.ts'
import { waitUntilSettled } from './screens.ts'

/** Milliseconds in which the mail server has a mail and has not said so: sending takes a while, so that it has a middle. */
const delayMs = 25

/** This file's server, whose mails go to a mail server of its own. */
const test = base.extend<object, { sink: SmtpSink; server: RunningServer }>({
  sink: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern
    async ({}, use) => {
      const sink = await startSmtpSink({ delayMs })
      await use(sink)
      await sink.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ sink }, use) => {
      const server = await startServer({ env: { LOG_LEVEL: 'warn', MAIL_URL: sink.url, MAIL_PER_MINUTE: '1000000' } })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

const visitor = { name: 'Ratna Perjalanan', phone: '6281234509876', typed: '0812-3450-9876', email: 'ratna.perjalanan@surat.test' }
const [title, slug, campaignName] = ['Belajar dari Nol', 'belajar-dari-nol', 'Kampanye Perjalanan']
const productName = 'EMT Perjalanan Setahun'
const [firstSubject, secondSubject] = ['Kabar pertama', 'Kabar kedua']
/** A claim of a killed process is free at once where the next one is alone, and after a minute where another is there. */

const json = { 'content-type': 'application/json' }
async function post(client: Client, path: string, body: unknown) {
  const answer = await client.fetch(path, { method: 'POST', headers: json, body: JSON.stringify(body) })
  expect(answer.ok, await answer.clone().text()).toBe(true)
  return (await answer.json()).data
}

/** Opens an address; the first one of a browser takes a while on a busy machine. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await waitUntilSettled(page)
}

const press = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true }).tap()
const field = (within: Page | Locator, name: string) => within.locator(`[data-field="${name}"]`).filter({ visible: true })

async function choose(page: Page, place: Locator, option: string): Promise<void> {
  await place.getByRole('combobox').tap()
  await page.getByPlaceholder('Search').last().fill(option)
  await page.getByRole('option', { name: option }).tap()
}

/** Adds a block, which opens with the focus on its line. */
async function addBlock(page: Page, kind: string): Promise<Locator> {
  const blocks = page.locator('[data-block]')
  const before = await blocks.count()
  await press(page, 'Add a block')
  await page.getByRole('menuitem', { name: kind, exact: true }).tap()
  await expect(blocks).toHaveCount(before + 1)
  await expect(page.locator('[data-block] [data-node-title]').last()).toBeFocused()
  return blocks.last()
}

async function compose(page: Page, subject: string): Promise<void> {
  await page.goto('/newsletter/add')
  await textbox(page, 'Subject').fill(subject)
  await page.locator('[data-field=body] [contenteditable]').fill('Ringkasan pasar pekan ini.')
  await page.locator('[data-field=segmentation]').getByRole('button', { name: 'All', exact: true }).click()
  await expect(page.getByText(/(person gets|people get) it$/)).toBeVisible()
  await page.locator('[data-field=status]').getByText('Send', { exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Send', exact: true })).toBeChecked()
  await pressUntil(saveButton(page), () => expect(page.getByRole('alertdialog')).toContainText(subject, { timeout: 3_000 }))
}
const send = async (page: Page) => {
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send now' }).click()
  await expect(page).toHaveURL(/\/newsletter\/list/)
}

async function stored(admin: Client, subject: string): Promise<{ status: string; recipients: { address: string; state: string }[] }> {
  const [found] = (await admin.list(newsletter.path, { query: `search:${subject}` })).data
  const path = `${newsletter.path}/${found?.ref}/recipients`
  const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => admin.list(path, { size: '100', page: String(page) })))
  const recipients = pages.flatMap(({ data }) =>
    data.map(({ address, state }) => ({ address: String(address ?? ''), state: String(state) })),
  )
  return { status: String(found?.status), recipients }
}

test('a stranger fills in a landing page, becomes a member, gets a newsletter once though the API is killed, and unsubscribes', async ({
  as,
  open,
  server,
  sink,
}) => {
  const mailsOf = (subject: string) => sink.mails.filter(({ raw }) => raw.includes(`Subject: ${subject}`))
  const timesOf = (address: string, subject: string) => mailsOf(subject).filter(({ to }) => to === address).length
  const [admin, seller] = await Promise.all([as('root'), as('sales')])
  const today = wibDay(new Date())
  await post(admin, campaign.path, {
    ...{ name: campaignName, channel: 'ads', status: 'active', start: today },
    sales: [{ sales_id: seller.session.user.ref }],
  })
  const terms = { product: 'EMT', type: 'Regular', fee_type: 'paid', price: 1_500_000, duration_days: 365, is_active: true }
  await post(admin, membership.path, { name: productName, ...terms })
  const audience = async () => (await admin.fetch(`${newsletter.path}/audience?segmentation=all`)).json()
  const office = await open('admin', phone)

  await test.step('a landing page is built on a phone and published', async () => {
    await visit(office, '/landing-page/add')
    await textbox(office, 'Title').first().fill(title)
    await choose(office, field(office, 'campaign'), campaignName)
    await field(office, 'form_fields').getByRole('button', { name: 'Email' }).tap()
    const opening = await addBlock(office, 'Opening')
    await opening.getByRole('textbox', { name: 'Title' }).fill('Mulai berinvestasi')
    const text = await addBlock(office, 'Text')
    await text.locator('[contenteditable]').fill('Tanpa pengetahuan awal, satu jam sepekan.')
    const form = await addBlock(office, 'Form')
    await form.getByRole('textbox', { name: 'Button', exact: true }).fill('Saya mau')
    await office.getByRole('combobox', { name: 'Status' }).selectOption('publish')
    await saveToList(office)
    await expect(office.getByText(`/p/${slug}`)).toBeVisible()
  })

  await test.step('somebody fills in its form on another phone', async () => {
    const theirs = await open('guest', { ...phone, locale: 'id-ID' })
    await theirs.goto(`/p/${slug}?utm_source=instagram`)
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Mulai berinvestasi')
    await expect(theirs.getByText('Tanpa pengetahuan awal')).toBeVisible()
    await theirs.getByLabel('Nama').fill(visitor.name)
    await theirs.getByLabel('Nomor HP (WhatsApp)').fill(visitor.typed)
    await theirs.getByLabel('Email').fill(visitor.email)
    await press(theirs, 'Saya mau')
    await expect(theirs.getByRole('heading', { name: 'Terima kasih' })).toBeVisible()
  })

  const desk = await open('sales', phone)
  await test.step('the lead reaches a salesperson with its campaign', async () => {
    await visit(desk, `/leads/list?query=search:${encodeURIComponent(visitor.name)}`)
    const card = desk.getByRole('listitem').filter({ hasText: visitor.name })
    await card.locator('a[href*="/leads/edit/"]').first().tap()
    await expect(desk).toHaveURL(/\/leads\/edit\//)
    await waitUntilSettled(desk)
    await expect(field(desk, 'campaign_id').getByRole('combobox')).toHaveText(campaignName)
    await expect(textbox(desk, 'Landing page')).toHaveValue(title)
  })

  await test.step('becomes a member by an order, which is paid', async () => {
    await desk.getByRole('link', { name: 'Make an order' }).tap()
    await expect(desk).toHaveURL(/\/transaction\/add/)
    await waitUntilSettled(desk)
    await expect(field(desk, 'customer.email').locator('input')).toHaveValue(visitor.email)
    await expect(field(desk, 'campaign_id').getByRole('combobox')).toHaveText(campaignName)
    await field(desk, 'items.0.product_id').getByRole('combobox').tap()
    await desk.getByRole('option', { name: productName }).tap()
    await pressUntil(saveButton(desk), () => expect(desk).toHaveURL(/\/leads\//, { timeout: 3_000 }))
    await visit(desk, `/transaction/list?query=search:${encodeURIComponent(visitor.name)}`)
    await desk.getByRole('listitem').filter({ hasText: visitor.name }).getByRole('link').first().tap()
    await waitUntilSettled(desk)
    await press(desk, 'Change payment')
    const dialog = desk.getByRole('dialog')
    const proof = onePixel()
    const file = { name: proof.name, mimeType: proof.type, buffer: Buffer.from(await proof.arrayBuffer()) }
    await dialog.locator('[data-field=proof] input[type=file]').setInputFiles(file)
    await press(dialog, 'Change payment')
    await expect(dialog).toHaveCount(0)
    await expect
      .poll(async () => (await seller.list(member.path, { query: `search:${visitor.phone}` })).data)
      .toMatchObject([{ name: visitor.name, email: visitor.email, status: 'active' }])
    expect((await seller.list(leads.path, { query: `search:${visitor.phone}` })).data).toMatchObject([{ status: 'closing' }])
  })

  await test.step('the API is killed while a newsletter leaves', async () => {
    const { gets: everybody } = await audience()
    expect(everybody).toBeGreaterThan(200)
    await compose(office, firstSubject)
    await send(office)
    await expect.poll(() => mailsOf(firstSubject).length, { intervals: [5] }).toBeGreaterThan(everybody / 5)
    const atKill = mailsOf(firstSubject).length
    await server.killAndRestart()
    expect(atKill).toBeLessThan(everybody)
    await expect.poll(async () => (await stored(admin, firstSubject)).status).toBe('sent')
    expect(mailsOf(firstSubject).length).toBeGreaterThan(atKill)
  })

  await test.step('everybody has it once, or is unknown by name', async () => {
    const { recipients } = await stored(admin, firstSubject)
    const reached = recipients.filter(({ state }) => state === 'sent' || state === 'unknown')
    expect(reached).toHaveLength((await audience()).gets)
    const unknown = reached.filter(({ state }) => state === 'unknown')
    // As many as had a mail on its way at the kill.
    expect(unknown.length).toBeLessThanOrEqual(groupSize)
    for (const { address, state } of reached) {
      const times = timesOf(address, firstSubject)
      if (state === 'sent') expect(times, address).toBe(1)
      else expect(times, address).toBeLessThanOrEqual(1)
    }
    expect(timesOf(visitor.email, firstSubject)).toBe(1)
    await visit(office, `/newsletter/list?query=search:${encodeURIComponent(firstSubject)}`)
    await office.getByRole('listitem').filter({ hasText: firstSubject }).getByRole('link', { name: 'Who got it' }).tap()
    await expect(office).toHaveURL(/\/newsletter\/report\//)
    await waitUntilSettled(office)
    for (const { address } of unknown) await expect(office.getByText(address).first()).toBeVisible()
  })

  await test.step('one click unsubscribes, and opening its link does not', async () => {
    const [mail] = mailsOf(firstSubject).filter(({ to }) => to === visitor.email)
    expect(mail?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const [, path = ''] = /^List-Unsubscribe: <https?:\/\/[^/]+(\/u\/[^>]+)>/m.exec(mail?.raw ?? '') ?? []
    expect((await fetch(server.url + path)).status).toBe(200)
    expect(await audience()).toMatchObject({ suppressed: 0 })
    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'List-Unsubscribe=One-Click' }
    expect((await fetch(server.url + path, form)).status).toBe(200)
    expect(await audience()).toMatchObject({ suppressed: 1 })
  })

  await test.step('a second newsletter does not reach them', async () => {
    await compose(office, secondSubject)
    await send(office)
    await expect.poll(async () => (await stored(admin, secondSubject)).status).toBe('sent')
    expect(mailsOf(secondSubject)).toHaveLength((await audience()).gets)
    expect(timesOf(visitor.email, secondSubject)).toBe(0)
  })

  await test.step("the member's page tells all of it", async () => {
    const [own] = (await seller.list(member.path, { query: `search:${visitor.phone}` })).data
    await visit(office, `/member/edit/${own?.ref}`)
    const tabs = office.getByRole('navigation', { name: visitor.name })
    await tabs.getByRole('link', { name: 'Activity' }).tap()
    const activity = office.getByRole('list', { name: 'Activity' }).getByRole('listitem')
    const expected = [
      ['Unsubscribed from newsletters', 'the member'],
      ['Newsletter sent', firstSubject],
      ['Order paid', 'Rp'],
      ['Order made', 'Rp'],
      ['Became a lead', campaignName],
    ] as const
    for (const [kind, detail] of expected) {
      const line = activity.filter({ hasText: kind }).filter({ hasText: detail })
      await expect(line).toHaveCount(1)
      await expect(line.locator('time')).toBeVisible()
    }
    await tabs.getByRole('link', { name: 'Newsletters' }).tap()
    const received = office.getByRole('list', { name: 'Newsletters' }).getByRole('listitem')
    await expect(received.filter({ hasText: firstSubject })).toContainText('Sent')
    await expect(received.filter({ hasText: secondSubject })).toContainText('Unsubscribed')
    await tabs.getByRole('link', { name: 'Transactions' }).tap()
    await expect(office.getByText('Rp 1,500,000').first()).toBeVisible()
  })
})
