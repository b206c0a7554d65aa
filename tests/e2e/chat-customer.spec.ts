/** A customer of the real channel, as the salesperson's phone has them: payloads are those of tests/payloads/webhook, as of now. */
import type { Locator, Page } from '@playwright/test'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { onePixel } from '#tests/support/example.ts'
import { readPayload } from '#tests/support/webhook-payloads.ts'
import { answer, cachedOnDevice, message, openInbox, openRoom, room, roomRow, cloudTest as test, tick } from './chat-scene.ts'
import { expect, phone } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

const name = 'Nama Saja'
const [account, accountAfter] = ['ID.13491208655302000133', 'ID.13491208655302000121']
const [number, numberAfter] = ['6285790000110', '6285790000121']
const [shownNumber, shownAfter] = ['+62 857-9000-0110', '+62 857-9000-0121']
/** Until a device that was offline has tried again. */

type Values = Readonly<Record<string, unknown>>

let second = 0

/** A payload of this customer, now: each is a second after the one before, as the provider counts. */
function payloadOf(of: number, values: Values) {
  second = Math.max(second + 1, Math.floor(Date.now() / 1_000))
  const payload = readPayload(of)
  for (const { changes } of payload.entry)
    for (const { value } of changes) {
      if (value.contacts) value.contacts = [{ profile: { name, username: 'nama.saja' }, user_id: values.from_user_id, wa_id: values.from }]
      for (const item of [value.messages, value.calls, value.statuses].flatMap((items) => items ?? []))
        Object.assign(item, { from: undefined, timestamp: String(second) }, values)
    }
  return payload
}

/** Scrolls to a line that is above the window, where only lines near it are drawn. */
async function show(page: Page, line: Locator): Promise<void> {
  const list = page.getByRole('region', { name: 'Messages' })
  await expect(async () => {
    if (!(await line.count())) await list.evaluate((box) => box.scrollBy(0, -box.clientHeight / 2))
    await expect(line).toHaveCount(1, { timeout: 1_000 })
  }).toPass()
  await line.scrollIntoViewIfNeeded()
}

test('a customer without a number writes, reacts, edits an amount, orders, calls, shares the number and changes it: one room, offline too', async ({
  as,
  cloud,
  device,
  network,
}) => {
  const admin = await as('admin')
  cloud.media.set('2754859441498103', { content: new Uint8Array(await onePixel().arrayBuffer()), type: 'image/png' })
  const { arrive } = cloud
  const addressed = () => cloud.sent.map(({ to, recipient, text }) => [to ?? recipient, text?.body])

  const page = await openInbox(await device(await as('sales'), phone))
  /** What the room says by now: each at once, and all of it again offline. */
  const story: (() => Promise<void>)[] = []
  const says = async (line: () => Promise<void>) => {
    story.push(line)
    await line()
  }
  /** Loads the page again offline, once the device has these words: it says all of it. */
  const reloadOffline = async (...kept: string[]) => {
    await expect
      .poll(async () => {
        const onDevice = String(await page.evaluate(cachedOnDevice))
        return kept.filter((words) => !onDevice.includes(words))
      })
      .toEqual([])
    await network.set({ as: 'drop' })
    await page.reload()
    await waitUntilSettled(page)
    await expect(room(page, name)).toContainText('No connection')
    for (const line of story) await line()
  }
  const missed = message(page, 'Missed call')
  const noteOf = (of: string) => page.locator(`[data-note=${of}]`)

  await arrive(payloadOf(133, { from_user_id: account }))
  await expect(roomRow(page, name)).toContainText('Halo, saya dari akun tanpa nomor')
  await openRoom(page, name)
  await says(() => show(page, message(page, 'Halo, saya dari akun tanpa nomor')))
  await expect(room(page, name).locator('header')).toContainText('@nama.saja')
  // Beside a further tool, which asks for the number.
  expect((await page.locator('[data-composer-text]').boundingBox())?.width).toBeGreaterThan(180)

  await answer(page, 'Halo, Kak. Mau daftar?')
  await expect.poll(addressed).toEqual([[account, 'Halo, Kak. Mau daftar?']])
  // The provider's id is stored by then.
  await expect(tick(page, 'Halo, Kak.', 'sent')).toBeVisible()
  const [{ id: answered } = { id: '' }] = cloud.sent
  await arrive(payloadOf(140, { id: answered, recipient_user_id: account }))
  await arrive(payloadOf(21, { from_user_id: account, reaction: { message_id: answered, emoji: '👍' } }))
  await says(async () => {
    await show(page, message(page, 'Halo, Kak.'))
    await expect(tick(page, 'Halo, Kak.', 'read')).toBeVisible()
    await expect(message(page, 'Halo, Kak.').getByRole('img', { name: `👍 from ${name}` })).toBeVisible()
  })

  const picture = payloadOf(103, { from_user_id: account })
  for (const { image } of picture.entry[0]?.changes[0]?.value.messages ?? []) image.caption = 'Bukti transfer 1.000.000'
  await arrive(picture)
  await expect(message(page, 'Bukti transfer 1.000.000').locator('img')).toBeVisible()
  await arrive(payloadOf(125, { from_user_id: account }))
  await says(async () => {
    const edited = message(page, 'Bukti transfer 10.000.000')
    await show(page, edited)
    await edited.getByRole('button', { name: 'edited' }).tap()
    await expect(page.getByRole('dialog', { name: 'Earlier texts' })).toContainText('Bukti transfer 1.000.000')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await arrive(payloadOf(24, { from_user_id: account }))
  await says(async () => {
    const order = message(page, 'Mau yang bulanan ya')
    await show(page, order)
    for (const part of ['1 × EMT-12', 'Rp 1.500.000', '2 × KLS-1', 'Rp 250.000', 'Total', 'Rp 2.000.000'])
      await expect(order).toContainText(part)
  })

  await arrive(payloadOf(145, { from_user_id: account }))
  await says(() => show(page, noteOf('callNow')))
  await arrive(payloadOf(146, { from_user_id: account }))
  await says(() => show(page, missed))
  await expect(missed.getByRole('button', { name: 'Ask for the number' })).toBeVisible()

  await reloadOffline('"emoji":"👍"', 'Bukti transfer 10.000.000', 'EMT-12', 'callNow', 'Missed call')
  await expect(missed.getByRole('button', { name: 'Ask for the number' })).toBeVisible()
  await network.set({ as: 'pass' })
  await expect(room(page, name)).not.toContainText('No connection')

  await arrive(payloadOf(110, { from_user_id: account }))
  await says(async () => {
    await show(page, noteOf('numberShared'))
    await expect(noteOf('numberShared')).toContainText(shownNumber)
  })
  await expect(room(page, name).locator('header')).toContainText(shownNumber)
  await expect(missed.getByRole('link', { name: 'Call back' })).toHaveAttribute('href', `tel:+${number}`)
  await answer(page, 'Terima kasih, kami telepon.')
  await expect.poll(addressed).toContainEqual([number, 'Terima kasih, kami telepon.'])
  await says(() => show(page, message(page, 'Terima kasih, kami telepon.')))

  const system = { type: 'user_changed_number', wa_id: numberAfter, user_id: accountAfter, previous_user_id: account }
  await arrive(payloadOf(121, { from: number, system: { ...system, body: `User ${name} changed from ${number} to ${numberAfter}` } }))
  await says(async () => {
    await show(page, noteOf('numberChanged'))
    for (const each of [shownNumber, shownAfter]) await expect(noteOf('numberChanged')).toContainText(each)
    // A number goes to the next line whole.
    const heights = await noteOf('numberChanged')
      .locator('bdi[dir=ltr]')
      .evaluateAll((numbers) => numbers.map((each) => each.getBoundingClientRect().height))
    expect(heights.map((height) => height > 10 && height < 24)).toEqual([true, true])
  })
  await arrive(payloadOf(134, { from: numberAfter, from_user_id: accountAfter }))
  await says(() => show(page, message(page, 'Nomor saya sekarang kelihatan')))
  const isChanged = async () => {
    await expect(room(page, name).locator('header')).toContainText(shownAfter)
    await show(page, missed)
    await expect(missed.getByRole('link', { name: 'Call back' })).toHaveAttribute('href', `tel:+${numberAfter}`)
  }
  await isChanged()

  await reloadOffline('numberShared', 'numberChanged', 'Nomor saya sekarang kelihatan', `"customer_phone":"${numberAfter}"`)
  await isChanged()
  await answer(page, 'Sudah saya catat.')
  await expect(tick(page, 'Sudah saya catat.', 'device')).toBeVisible()
  await network.set({ as: 'pass' })
  await expect(tick(page, 'Sudah saya catat.', 'sent')).toBeVisible()
  expect(addressed()).toEqual([
    [account, 'Halo, Kak. Mau daftar?'],
    [number, 'Terima kasih, kami telepon.'],
    [numberAfter, 'Sudah saya catat.'],
  ])
  await room(page, name).getByRole('button', { name: 'Back' }).tap()
  await expect(roomRow(page, name)).toHaveCount(1)
  await expect(roomRow(page, name)).toContainText('Sudah saya catat.')
  const found = (await admin.list(chatPlatform.path, { query: `search:${name}` })).data
  expect(found.map(({ customer_phone }) => customer_phone)).toEqual([numberAfter])
})
