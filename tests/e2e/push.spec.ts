import { changesStream } from '#contract/changes.ts'
import { forYou } from '#contract/sections/content/for-you.ts'
import { landingPage } from '#contract/sections/promotion/landing-page.ts'
import { newsletter } from '#contract/sections/promotion/newsletter.ts'
import { popupPromotion } from '#contract/sections/promotion/popup-promotion.ts'
import { pushNotification } from '#contract/sections/promotion/push-notification.ts'
import { onePixel } from '#tests/support/example.ts'
import { formOf } from '#tests/support/form.ts'
import { expect, phone, test } from './fixtures.ts'
import { pressUntil, saveButton, textbox } from './forms.ts'
import { waitUntilSettled } from './screens.ts'

test('a push is written on a laptop, arrives on the phone of a member of its segment, and counts once when it is opened', async ({
  as,
  open,
}) => {
  const admin = await as('admin')
  const stored = async () => (await admin.list(pushNotification.path, { query: 'search:Kabar pasar' })).data[0]
  const app = await open('guest', phone)
  await app.goto('/simulator/member')
  await expect(app.locator('#log > div').first()).toBeVisible()
  await expect(app.locator('#name')).not.toHaveText('–')

  const page = await open('admin')
  await page.goto('/push-notification/add')
  await waitUntilSettled(page)
  const frame = page.getByRole('figure', { name: 'Preview' })
  await textbox(page, 'Title').fill('Kabar pasar')
  await expect(frame).toContainText('Kabar pasar')
  await page.getByRole('textbox', { name: 'Text' }).fill('IHSG dibuka menguat pagi ini.')
  await expect(frame).toContainText('IHSG dibuka menguat pagi ini.')
  await page.getByRole('button', { name: 'Send a test to myself' }).click()
  await expect(page.getByText('No browser or phone of yours takes pushes yet')).toBeVisible()
  const audience = page.getByRole('group', { name: 'Audience' })
  await audience.getByRole('button', { name: 'EMT', exact: true }).click()
  const some = page.getByText(/^\d+ members?$/)
  await expect(some).toBeVisible()
  await audience.getByRole('button', { name: 'All', exact: true }).click()
  const { total_record: total } = await admin.list('/member/in/v1/members')
  await expect(page.getByText(`${total} members`, { exact: true })).toBeVisible()
  await page.getByRole('switch', { name: 'Not at night' }).click()
  // What everybody gets cannot be taken back: the first answer is no.
  const question = page.getByRole('alertdialog', { name: 'Send this push now?' })
  await page.locator('form [type=submit]').click()
  await expect(question).toContainText('“Kabar pasar” goes to: All.')
  await question.getByRole('button', { name: 'Cancel' }).first().click()
  await expect(question).toHaveCount(0)
  expect(await stored()).toBeUndefined()
  await pressUntil(saveButton(page), () => expect(question).toBeVisible({ timeout: 1_000 }))
  await question.getByRole('button', { name: 'Send now' }).click()
  await expect(page).toHaveURL(/\/push-notification\/list/)

  const arrival = app.locator('#arrived button')
  await expect(arrival).toContainText('Kabar pasar')
  await expect.poll(async () => (await stored())?.status).toBe('sent')
  expect(await stored()).toMatchObject({ recipient_count: total, sent_count: total, opened_count: 0 })
  await arrival.click()
  const card = app.locator(`[data-push="${(await stored())?.ref}"]`)
  await expect(card).toContainText('Opened')
  await app.reload()
  await expect(card).toContainText('Opened')
  expect((await stored())?.opened_count).toBe(1)
  await expect(page.getByRole('row').filter({ hasText: 'Kabar pasar' })).toContainText('Sent')
  await expect(page.getByRole('row').filter({ hasText: 'Kabar pasar' }).getByRole('cell', { name: '1', exact: true })).toBeVisible()

  // What is planned is stopped, and reaches nobody.
  await page.getByRole('row').filter({ hasText: 'Webinar Sabtu ini' }).first().getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Stop' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Stop' }).click()
  await expect
    .poll(async () => (await admin.list(pushNotification.path, { query: 'status:scheduled' })).data.map(({ title }) => title))
    .not.toContain('Webinar Sabtu ini')
})

test('a change between the first read of a list and its stream of changes is shown', async ({ open, as }) => {
  const page = await open('admin')
  let begin: () => void = () => undefined
  const mayBegin = new Promise<void>((resolve) => {
    begin = resolve
  })
  // A slow network: the list is there before the server knows that somebody looks at it.
  await page.route(`**${changesStream.path}*`, async (route) => {
    await mayBegin
    await route.continue()
  })
  await page.goto('/push-notification/list?query=status:scheduled')
  await waitUntilSettled(page)
  const push = { title: 'Kabar yang terlambat', message: 'Besok libur.', segmentation: ['emt'], send: 'later', send_at: '2090-12-01T07:30' }
  const body = formOf(pushNotification.fields, push)
  const made = await (await as('admin')).fetch(pushNotification.path, { method: 'POST', body })
  expect(made.status, await made.clone().text()).toBe(201)
  begin()
  await expect(page.getByRole('row').filter({ hasText: push.title })).toBeVisible()
})

test('a member’s phone shows a popup once and counts a press on a for-you once; a guest has what is for all', async ({ as, open }) => {
  const root = await as('root')
  const start = new Date(Date.now() - 60_000).toISOString()
  const post = (path: string, body: FormData) => root.fetch(path, { method: 'POST', body })
  const popup = {
    title: 'Popup uji',
    banner_url: onePixel(),
    segmentation: ['regular'],
    frequency: 'once',
    campaign_start_date: start,
    is_active: true,
  }
  expect((await post(popupPromotion.path, formOf(popupPromotion.fields, popup))).status).toBe(201)
  const shown = {
    title: 'Untuk Anda uji',
    campaign_start: start,
    no_campaign_end: true,
    type: 'info',
    gambar: onePixel(),
    message: '<p>Isi</p>',
  }
  const made = await post(forYou.path, formOf(forYou.fields, { ...shown, member_type: ['all'], content_type: 'image' }))
  expect(made.status).toBe(201)
  const { data } = await made.json()

  const app = await open('guest', phone)
  await app.goto('/simulator/member')
  await app.locator('#controls summary').click()
  await app.locator('#segment').selectOption('regular')
  await expect(app.locator('#member')).toHaveAttribute('data-segment', 'regular')
  await app.locator('#member').selectOption({ index: 1 })
  await app.locator('#controls summary').click()
  await app.getByRole('button', { name: 'Home' }).click()
  const popups = app.getByRole('dialog', { name: 'Popup' })
  await expect(popups.getByRole('img', { name: 'Popup uji' })).toBeVisible()
  await popups.getByRole('button', { name: 'Close' }).click()
  await expect(popups.getByRole('img', { name: 'Popup uji' })).toHaveCount(0)
  // Those of the demo come next.
  await app.addLocatorHandler(popups, () => popups.getByRole('button', { name: 'Close' }).click(), { noWaitAfter: true })
  const card = app.locator(`[data-for-you="${data.ref}"]`)
  const clicks = async () => (await root.list(forYou.path, { query: 'search:Untuk Anda uji' })).data[0]?.click_count
  await card.getByRole('button').click()
  await expect.poll(clicks).toBe(1)
  await card.getByRole('button').click()
  await app.reload()
  await expect(card).toBeVisible()
  expect(await clicks()).toBe(1)
  await expect(popups.getByRole('img', { name: 'Popup uji' })).toHaveCount(0)

  await app.locator('#controls summary').click()
  await app.locator('#member').selectOption('guest')
  await expect(app.locator('#name')).toHaveText('A guest')
  await expect(card).toBeVisible()
})

test('a member’s phone has the newsletters that they were sent, and a popup leads to its landing page', async ({ as, open }) => {
  const root = await as('root')
  // Of the demo: the newest may be of another test.
  const [letter] = (await root.list(newsletter.path, { query: 'status:sent', sort: 'id asc', size: '1' })).data
  const [reader] = (await root.list(`${newsletter.path}/${letter?.ref}/recipients`, { query: 'state:sent', size: '1' })).data
  const app = await open('guest', phone)
  await app.goto(`/simulator/member#member=${reader?.member_id}&view=newsletters`)
  const card = app.locator(`[data-newsletter="${letter?.ref}"]`)
  await expect(card).toContainText(String(letter?.subject))
  await card.getByRole('button', { name: 'Open' }).click()
  await expect(app.frameLocator('iframe.letter').getByText('Berikut kabar dari kami pekan ini.')).toBeVisible()
  await app.getByRole('button', { name: 'Back' }).click()
  await expect(card).toBeVisible()

  const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const page = { title: 'Halaman popup', status: 'publish', sections: [{ kind: 'hero', title: 'Dari popup' }] }
  const made = await root.fetch(landingPage.path, { ...json, body: JSON.stringify(page) })
  const { data } = await made.json()
  const popup = { title: 'Popup halaman', banner_url: onePixel(), segmentation: ['all'], frequency: 'once', is_active: true }
  const values = { ...popup, landing_custom_id: data.id, campaign_start_date: new Date(Date.now() - 1_000).toISOString() }
  const body = formOf(popupPromotion.fields, values)
  expect((await root.fetch(popupPromotion.path, { method: 'POST', body })).status).toBe(201)
  await app.getByRole('button', { name: 'Home' }).click()
  const opened = app.waitForEvent('popup')
  await app
    .getByRole('dialog', { name: 'Popup' })
    .getByRole('link')
    .filter({ has: app.getByRole('img', { name: 'Popup halaman' }) })
    .click()
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('Dari popup')
  await expect(app.getByRole('img', { name: 'Popup halaman' })).toHaveCount(0)
})
