/** A newsletter from its first word to who unsubscribes (docs/product/newsletters.md). */
import type { Page } from '@playwright/test'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { member } from '#contract/sections/member/member.ts'
import { newsletter } from '#contract/sections/promotion/newsletter.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import type { Client } from '#tests/support/client.ts'
import { mailsTo } from '#tests/support/mails.ts'
import { expect, phone, test } from './fixtures.ts'
import { pressUntil, saveButton, textbox } from './forms.ts'
import { expectFitsPhones, waitUntilSettled } from './screens.ts'

const wordsOf = 'IHSG naik 1,2 persen pekan ini'
/** Mails leave in groups, and no faster than the pace of the installation. */
const sendingTime = 90_000

async function add(client: Client, path: string, fields: Readonly<Record<string, string>>): Promise<AnyRow> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const response = await client.fetch(path, { method: 'POST', body: form })
  expect(response.status).toBe(201)
  return (await response.json()).data
}

async function compose(page: Page, subject: string): Promise<void> {
  await page.goto('/newsletter/add')
  await textbox(page, 'Subject').fill(subject)
  await textbox(page, 'Preview text').fill('Ringkasan satu menit')
  await page.locator('[data-field=body] [contenteditable]').fill(wordsOf)
}

const status = (page: Page, word: string) => page.locator('header').getByText(word, { exact: true })

test('a newsletter is composed, counted, tried on oneself, sent, and who unsubscribes by one click gets none again', async ({
  open,
  as,
  server,
}) => {
  const root = await as('root')
  const subject = `Kabar pasar ${Date.now()}`
  const [name, address] = [`Pembaca ${Date.now()}`, `pembaca${Date.now()}@contoh.test`]
  const reader = await add(root, member.path, { name, phone: `62813${String(Date.now()).slice(-8)}`, email: address })
  const audience = async () => (await root.fetch(`${newsletter.path}/audience?segmentation=new_member`)).json()
  const { gets }: { gets: number } = await audience()

  const page = await open('root')
  await compose(page, subject)
  await expect(page.getByText('Choose an audience to see how many people get it')).toBeVisible()
  await page.locator('[data-field=segmentation]').getByRole('button', { name: 'New member' }).click()
  await expect(page.getByText(`${gets} ${gets === 1 ? 'person gets' : 'people get'} it`)).toBeVisible()

  await page.getByRole('button', { name: 'Phone', exact: true }).click()
  const shown = page.frameLocator('iframe')
  await expect(shown.getByText(wordsOf)).toBeVisible()
  await expect(shown.getByRole('link', { name: 'Berhenti berlangganan newsletter' })).toBeVisible()

  // To oneself: it is a draft afterwards, and nobody else has it. That it is to be sent stays chosen.
  await page.locator('[data-field=status]').getByText('Send', { exact: true }).click()
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  await expect(page).toHaveURL(/\/newsletter\/add\?draft=/)
  await expect.poll(async () => (await mailsTo(server.dataDir, root.session.user.email, subject)).length).toBe(1)
  const [tried = ''] = await mailsTo(server.dataDir, root.session.user.email, subject)
  expect(tried).toContain(wordsOf)
  expect(tried).toContain('multipart/alternative')
  const [draft] = (await root.list(newsletter.path, { search: subject })).data
  expect(draft).toMatchObject({ status: 'draft', sent: 0 })
  await expect(page.getByRole('radio', { name: 'Send', exact: true })).toBeChecked()
  await textbox(page, 'Preview text').fill('Ringkasan dua menit')
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  await expect.poll(async () => (await mailsTo(server.dataDir, root.session.user.email, subject)).length).toBe(2)
  await expect(page.getByRole('radio', { name: 'Send', exact: true })).toBeChecked()
  expect((await root.list(newsletter.path, { search: subject })).data[0]).toMatchObject({
    status: 'draft',
    preheader: 'Ringkasan dua menit',
  })

  await pressUntil(saveButton(page), () => expect(page.getByRole('alertdialog')).toContainText(subject, { timeout: 3_000 }))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send now' }).click()
  await expect(page).toHaveURL(/\/newsletter\/list/)

  await page.goto(`/newsletter/report/${draft?.ref}`)
  await expect(status(page, 'Sent')).toBeVisible({ timeout: sendingTime })
  const counted = page.locator('dl > div', { has: page.getByText('Sent', { exact: true }) }).locator('dd')
  await expect(counted).toHaveText(new Intl.NumberFormat('en').format(gets))
  await expectAccessible(page, 'the report of a newsletter')
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(name)
  const line = page.getByRole('list', { name: 'Recipients' }).getByRole('listitem')
  await expect(line).toHaveCount(1)
  await expect(line).toContainText(address)

  const sent = await mailsTo(server.dataDir, address, subject)
  expect(sent).toHaveLength(1)
  const [, path = ''] = /^List-Unsubscribe: <https?:\/\/[^/]+(\/u\/[^>]+)>/m.exec(sent[0] ?? '') ?? []
  // Scanners open every link: that changes nothing.
  expect((await fetch(server.url + path)).status).toBe(200)
  expect(await audience()).toMatchObject({ gets })
  const clicked = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(clicked.ok).toBe(true)
  expect(await audience()).toMatchObject({ gets: gets - 1, suppressed: 1 })

  const again = `${subject} kedua`
  const second = await add(root, newsletter.path, {
    subject: again,
    body: `<p>${wordsOf}</p>`,
    segmentation: 'new_member',
    status: 'scheduled',
  })
  const statusOf = async () => (await (await root.fetch(`${newsletter.path}/${second.ref}`)).json()).data.status
  await expect.poll(statusOf, { timeout: sendingTime }).toBe('sent')
  expect(await mailsTo(server.dataDir, address, again)).toEqual([])

  // Their page tells all of it.
  await page.goto(`/member/edit/${reader.ref}`)
  await page.getByRole('navigation', { name }).getByRole('link', { name: 'Newsletters' }).click()
  const received = page.getByRole('list', { name: 'Newsletters' }).getByRole('listitem')
  await expect(received).toHaveCount(2)
  await expect(received.nth(0)).toContainText('Unsubscribed')
  await expect(received.nth(1)).toContainText('Sent')
})

test('a mail that Gmail would cut is said, on a phone, and an audience is not counted without a network', async ({
  device,
  as,
  network,
}) => {
  const context = await device(await as('root'), phone)
  const page = await context.newPage()
  await compose(page, 'Panjang')
  await page.locator('[data-field=segmentation]').getByRole('button', { name: 'All', exact: true }).click()
  await expect(page.getByText(/^[\d,]+ (person gets|people get) it$/)).toBeVisible()
  await expect(page.getByText('Gmail shows it whole')).toBeVisible()
  await page.locator('[data-field=body] [contenteditable]').fill('kata '.repeat(22_000))
  await expect(page.getByText(/Gmail cuts it at 102 KB/)).toBeVisible()
  await expectFitsPhones(page, 'a newsletter')

  await network.set({ as: 'drop' })
  await page.locator('[data-field=segmentation]').getByRole('button', { name: 'EMT', exact: true }).click()
  await expect(page.getByText('Without a connection the audience cannot be counted')).toBeVisible()
})

test('the route of an edit page leads to the list', async ({ open }) => {
  const page = await open('root')
  await page.goto('/newsletter/edit/1')
  await expect(page).toHaveURL(/\/newsletter\/list/)
  await waitUntilSettled(page)
})
