import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { leads } from '#contract/sections/sales/leads.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { type KillableBrowser, openBrowser } from '#tests/support/browser.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { type NetworkProxy, startProxy } from '#tests/support/proxy.ts'
import { startServer } from '#tests/support/server.ts'
import type { RunningServer } from '#tests/support/server-process.ts'
import { expect, laptop, phone, remembered, test } from './fixtures.ts'
import { signInToLeads, signInToStay } from './killable.ts'
import { waitUntilSettled } from './screens.ts'

const megabyte = 1_000_000
const limit = 20 * megabyte

let server: RunningServer
let proxy: NetworkProxy
let browser: KillableBrowser
let sales: Client

test.beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'warn', UPLOAD_MAX_BYTES: String(limit) } })
  sales = await signInTo(server.url, 'sales')
})
test.beforeEach(async ({ launchOptions }) => {
  proxy = await startProxy(server)
  browser = await openBrowser(launchOptions.executablePath, { ...phone, baseURL: proxy.url, locale: 'en-GB', timezoneId: 'Asia/Jakarta' })
})
test.afterEach(async () => {
  await browser.dispose()
  await proxy.close()
})
test.afterAll(() => server.dispose())

const pane = (page: Page) => page.getByRole('region', { name: 'Attachments' })
const item = (page: Page, name: string) => pane(page).getByRole('listitem').filter({ hasText: name })
const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  pane(page).locator('input[type=file][multiple]').setInputFiles(files)
const pdf = (name: string, size: number) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)]),
})
const stored = (page: Page, name: string) => expect(item(page, name)).toHaveAttribute('data-state', 'stored')
const onServer = async (client: Client, lead: string) => (await client.list(`${leads.path}/${lead}/attachments`)).data

test('20 MB are sent once, though the browser is killed while they wait and the network is cut during the upload', async () => {
  await signInToStay(browser)
  const page = await browser.context.newPage()
  await page.goto('/leads/list')
  await waitUntilSettled(page)
  const lead = (await page.locator('li[data-ref]').first().getAttribute('data-ref')) ?? ''
  await page.goto(`/leads/edit/${lead}`)
  await expect(pane(page).getByText('No photos, documents or voice notes yet.')).toBeVisible()

  await proxy.set({ as: 'drop' })
  const file = pdf('Kontrak 20 MB.pdf', limit)
  const path = test.info().outputPath(file.name)
  await writeFile(path, file.buffer)
  await pane(page).locator('input[type=file][multiple]').setInputFiles(path)
  await expect(item(page, file.name).getByText('Waiting to be sent')).toBeVisible()
  await browser.killHard()
  const again = await (await browser.relaunch()).newPage()
  await again.goto(`/leads/edit/${lead}`)
  await expect(item(again, file.name).getByText('Waiting to be sent')).toBeVisible()

  const before = proxy.uploaded
  // Held before the cut: on a fast machine the progress would be gone before it is read.
  await proxy.set({ as: 'hangUp', after: 10 * megabyte })
  await expect.poll(() => proxy.state).toBe('hang')
  await expect(item(again, file.name).getByText(/^Uploading \d+ %$/)).toBeVisible()
  await proxy.set({ as: 'drop' })
  await expect(item(again, file.name).getByText('Waiting to be sent')).toBeVisible()
  expect(await onServer(sales, lead)).toEqual([])

  await proxy.set({ as: 'pass' })
  await stored(again, file.name)
  const sent = proxy.uploaded - before
  expect(sent).toBeGreaterThan(limit)
  expect(sent, 'the cut cost one piece').toBeLessThan(limit + 6 * megabyte)
  const rows = await onServer(sales, lead)
  expect(rows).toMatchObject([{ name: file.name, kind: 'document', size: limit }])
  const content = Buffer.from(await (await sales.fetch(String(rows[0]?.url))).arrayBuffer())
  expect(createHash('sha256').update(content).digest('hex')).toBe(createHash('sha256').update(file.buffer).digest('hex'))
})

test('a lead made offline takes its files along, and one is removed offline', { tag: '@long' }, async () => {
  const page = await browser.context.newPage()
  await signInToLeads(page)
  await proxy.set({ as: 'drop' })
  await page.getByRole('link', { name: 'Add', exact: true }).tap()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Wulan Dengan Lampiran')
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('6281299990044')
  await choose(page, pdf('ktp.pdf', 600_000), pdf('npwp.pdf', 3_000))
  await expect(item(page, 'ktp.pdf').getByText('Will be sent with the lead')).toBeVisible()
  await expect(item(page, 'npwp.pdf')).toBeVisible()
  await page.reload()
  await expect(item(page, 'ktp.pdf'), 'what was chosen survives, as the text of the form does').toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).tap()
  await expect(page).toHaveURL(/\/leads\/list/)
  await page.getByRole('link', { name: 'Wulan Dengan Lampiran', exact: true }).tap()
  await expect(item(page, 'ktp.pdf').getByText('Waiting to be sent')).toBeVisible()

  await proxy.set({ as: 'pass' })
  await expect(page.getByRole('link', { name: /waiting$/ })).toHaveCount(0)
  const [made, ...more] = (await sales.list(leads.path, { query: 'search:Wulan Dengan Lampiran' })).data
  expect(more).toEqual([])
  const lead = made?.ref ?? ''
  expect((await onServer(sales, lead)).map(({ name }) => name).sort()).toEqual(['ktp.pdf', 'npwp.pdf'])

  await page.goto(`/leads/edit/${lead}`)
  await stored(page, 'npwp.pdf')
  await proxy.set({ as: 'drop' })
  await page.getByRole('button', { name: 'Remove npwp.pdf' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap()
  await expect(item(page, 'npwp.pdf').getByText('Will be removed')).toBeVisible()
  await proxy.set({ as: 'pass' })
  await expect(item(page, 'npwp.pdf')).toHaveCount(0)
  expect((await onServer(sales, lead)).map(({ name }) => name)).toEqual(['ktp.pdf'])
})

/** A noisy photo of about this size, drawn by the browser. */
async function photo(page: Page, name: string, width: number, height: number, bytes: number) {
  const base64 = await page.evaluate(
    async ([w, h, wanted]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h })
      const context = canvas.getContext('2d')
      const pixels = context?.createImageData(w, h)
      for (let i = 0; pixels && i < pixels.data.length; i++) pixels.data[i] = i % 4 === 3 ? 255 : Math.random() * 255
      if (pixels) context?.putImageData(pixels, 0, 0)
      const at = (quality: number) => canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? ''
      let [low, high] = [0, 1]
      for (let i = 0; i < 8; i++) {
        const middle = (low + high) / 2
        if ((at(middle).length * 3) / 4 > wanted) high = middle
        else low = middle
      }
      return at(low)
    },
    [width, height, bytes] as const,
  )
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}

test('photos are compressed by the rule, again after a 413, and other files are refused', { tag: '@long' }, async ({ browser: plain }) => {
  const small = await startServer({ env: { LOG_LEVEL: 'warn', UPLOAD_MAX_BYTES: '1200000' } })
  try {
    const admin = await signInTo(small.url, 'admin')
    const lead = (await admin.list(leads.path, { size: '1' })).data[0]?.ref ?? ''
    const context = await plain.newContext({ ...laptop, baseURL: small.url, storageState: remembered(small.url, admin) })
    const page = await context.newPage()
    await page.goto(`/leads/edit/${lead}`)
    await waitUntilSettled(page)

    const large = await photo(page, 'rumah.jpg', 3_000, 2_000, 3_500_000)
    expect(large.buffer.length).toBeGreaterThan(1_500_000)
    await choose(page, large)
    await stored(page, 'rumah.jpg')
    const [house] = await onServer(admin, lead)
    expect(Number(house?.size)).toBeLessThan(1_150_000)
    await item(page, 'rumah.jpg')
      .getByRole('button', { name: /^rumah/ })
      .click()
    const shown = page.getByRole('dialog').getByRole('img', { name: 'rumah.jpg' })
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(
      await shown.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => Math.max(naturalWidth, naturalHeight)),
    ).toBeLessThanOrEqual(1_920)
    await page.keyboard.press('Escape')

    const untouched = await photo(page, 'ktp.jpg', 1_600, 1_000, 1_450_000)
    expect(untouched.buffer.length).toBeGreaterThan(1_200_000)
    await choose(page, untouched)
    await expect(item(page, 'ktp.jpg').getByRole('alert')).toHaveText('Too large for the server. A file may have at most 1.1 MB.')
    await expectAccessible(page, 'attachments that are parked')
    await item(page, 'ktp.jpg').getByRole('button', { name: 'Compress' }).click()
    await stored(page, 'ktp.jpg')
    expect((await onServer(admin, lead)).map(({ name, size }) => [name, Number(size) < 1_200_000])).toEqual([
      ['rumah.jpg', true],
      ['ktp.jpg', true],
    ])

    await choose(
      page,
      { name: 'kosong.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
      { name: '<b>tagihan</b>.pdf', mimeType: 'application/pdf', buffer: Buffer.concat([Buffer.from('MZ'), randomBytes(2_000)]) },
    )
    await expect(pane(page).getByText('kosong.pdf: The file is empty.')).toBeVisible()
    const renamed = item(page, '<b>tagihan</b>.pdf')
    await expect(renamed.getByRole('alert')).toHaveText('This kind of file is not accepted')
    await renamed.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(renamed).toHaveCount(0)
    await context.close()
  } finally {
    await small.dispose()
  }
})
