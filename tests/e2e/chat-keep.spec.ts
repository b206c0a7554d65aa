import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '#tests/support/axe.ts'
import { type KillableBrowser, openBrowser } from '#tests/support/browser.ts'
import { answer, cachedOnDevice, composer, inboxPath, meetCustomer, message, openInbox, openRoom, room, tick } from './chat-scene.ts'
import { nothingWaits } from './device.ts'
import { expect, phone, test } from './fixtures.ts'
import { signInToStay } from './killable.ts'
import { waitUntilSettled } from './screens.ts'

let browser: KillableBrowser | null = null
test.afterEach(async () => {
  await browser?.dispose()
  browser = null
})

/** A real picture of noise, which does not compress well. */
async function photograph(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const raw = { width, height, channels: 3 } as const
  const made = await sharp(randomBytes(width * height * 3), { raw })
    .jpeg({ quality: 60 })
    .toBuffer()
  return Buffer.from(made)
}

interface GivenFile {
  name: string
  type: string
  bytes: Buffer
}

/** Dispatches paste or drop events without a system dialog. */
async function hand(page: Page, how: 'paste' | 'drop', { name, type, bytes }: GivenFile): Promise<void> {
  await composer(page).evaluate(
    (box, given) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(given.text), (letter) => letter.charCodeAt(0))], given.name, { type: given.type }))
      const shared = { bubbles: true, cancelable: true }
      box.dispatchEvent(
        given.how === 'paste'
          ? new ClipboardEvent('paste', { ...shared, clipboardData: data })
          : new DragEvent('drop', { ...shared, dataTransfer: data }),
      )
    },
    { how, name, type, text: bytes.toString('base64') },
  )
  await expect(page.getByRole('list', { name: 'Files to send' }).getByRole('listitem')).toHaveCount(1)
}

/** Width of a decoded picture, 0 before. */
const widthOf = (page: Page, dialog = false) =>
  (dialog ? page.getByRole('dialog') : page)
    .getByRole('img', { name: /\.jpg$|Bukti|Brosur/ })
    .last()
    .evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('pictures: one comes in and is looked at whole, one is pasted, and a document whose upload is cut goes out once', {
  tag: '@long',
}, async ({ device, network, server, as }) => {
  const wulan = await meetCustomer(server.url, await as('admin'), 'Wulan Bergambar')
  const given = await photograph(1_600, 1_000)
  await wulan.writes('Bukti transfer', new File([given], 'bukti.jpg', { type: 'image/jpeg' }))
  const context = await device(await as('sales'))
  const page = await openInbox(context)
  await openRoom(page, wulan.name)
  await expect.poll(() => widthOf(page)).toBeGreaterThan(0)
  await message(page, 'Bukti transfer').getByRole('button', { name: 'Open bukti.jpg' }).click()
  await expect.poll(() => widthOf(page, true)).toBe(1_600)
  await expectAccessible(page, 'a picture looked at')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const own = { name: 'brosur.jpg', type: 'image/jpeg', bytes: await photograph(900, 600) }
  await hand(page, 'paste', own)
  await answer(page, 'Brosur kelas')
  await expect(tick(page, 'Brosur kelas', 'delivered')).toBeVisible()
  const [, sent] = await wulan.sees()
  expect(sent).toMatchObject({ kind: 'image', content: 'Brosur kelas' })
  expect(sha(await wulan.fetches(sent))).toBe(sha(own.bytes))

  const paper = { name: 'kontrak.pdf', type: 'application/pdf', bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(12_000_000)]) }
  await hand(page, 'drop', paper)
  const before = network.uploaded
  await network.set({ as: 'hangUp', after: 7_000_000 })
  await answer(page, 'Kontraknya')
  await expect.poll(() => network.state).toBe('hang')
  await expect(message(page, 'Kontraknya').getByRole('progressbar', { name: /^Uploading \d+ %$/ })).toBeVisible()
  await network.set({ as: 'drop' })
  await expect(tick(page, 'Kontraknya', 'device')).toBeVisible()
  expect(await wulan.responses()).toEqual(['Brosur kelas'])
  await network.set({ as: 'pass' })
  await expect(tick(page, 'Kontraknya', 'delivered')).toBeVisible()
  expect(network.uploaded - before, 'what was up before the cut is not sent anew').toBeLessThan(paper.bytes.length + 6_000_000)
  expect(await wulan.responses()).toEqual(['Brosur kelas', 'Kontraknya'])
  expect(sha(await wulan.fetches((await wulan.sees())[2]))).toBe(sha(paper.bytes))
  await nothingWaits(page)
})

test('a draft and a reply that waits are there after the browser was killed, and the reply goes out once', { tag: '@long' }, async ({
  network,
  server,
  as,
  launchOptions,
}) => {
  const [bayu, citra] = [
    await meetCustomer(server.url, await as('admin'), 'Bayu Terputus'),
    await meetCustomer(server.url, await as('admin'), 'Citra Terputus'),
  ]
  browser = await openBrowser(launchOptions.executablePath, {
    ...phone,
    baseURL: network.url,
    locale: 'en-GB',
    timezoneId: 'Asia/Jakarta',
  })
  await signInToStay(browser)
  const page = await browser.context.newPage()
  await bayu.writes('Masih buka?')
  await citra.writes('Boleh tanya?')
  await page.goto(inboxPath)
  await waitUntilSettled(page)
  await openRoom(page, citra.name)
  await expect(message(page, 'Boleh tanya?')).toBeVisible()
  await composer(page).fill('Silakan Kak, tentang')
  await page.getByRole('button', { name: 'Back' }).click()
  await openRoom(page, bayu.name)
  await expect(message(page, 'Masih buka?')).toBeVisible()
  await network.set({ as: 'drop' })
  await composer(page).fill('Masih, sampai Jumat.')
  await page.getByRole('button', { name: 'Send', exact: true }).tap()
  await expect(tick(page, 'Masih, sampai Jumat.', 'device')).toBeVisible()
  await expect.poll(() => page.evaluate(cachedOnDevice)).toContain('Silakan Kak, tentang')

  await browser.killHard()
  const again = await (await browser.relaunch()).newPage()
  await again.goto(inboxPath)
  await expect(again.getByRole('list', { name: 'Chats' }).getByText('Silakan Kak, tentang')).toBeVisible()
  await openRoom(again, bayu.name)
  await expect(tick(again, 'Masih, sampai Jumat.', 'device')).toBeVisible()
  await expect(composer(again)).toHaveValue('')
  await network.set({ as: 'pass' })
  await expect(tick(again, 'Masih, sampai Jumat.', 'delivered')).toBeVisible()
  expect(await bayu.responses()).toEqual(['Masih, sampai Jumat.'])
  await again.getByRole('button', { name: 'Back' }).click()
  await openRoom(again, citra.name)
  await expect(composer(again)).toHaveValue('Silakan Kak, tentang')
  await expect(room(again, citra.name)).toBeVisible()
  expect(await citra.responses()).toEqual([])
})
