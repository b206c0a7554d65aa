import { expect, test } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

test('a document that could not be uploaded without a network is uploaded with it, and the bot answers from it by name', async ({
  device,
  network,
  as,
}) => {
  const context = await device(await as('root'))
  const page = await context.newPage()
  await page.goto('/knowledge/list')
  await waitUntilSettled(page)
  const choose = page.locator('input[type=file]')
  const text = 'Biaya transaksi\n\nKomisi zaitun kristal adalah 0,17 persen untuk pembelian dan 0,27 persen untuk penjualan di aplikasi.'
  const file = { name: 'biaya-transaksi.txt', mimeType: 'text/plain', buffer: Buffer.from(text) }

  const upload = page.getByRole('listitem').filter({ hasText: file.name })

  // The list of documents is loaded lazily.
  await expect(choose).toBeAttached()
  await network.set({ as: 'drop' })
  await choose.setInputFiles(file)
  await expect(upload.getByRole('status')).toHaveText('No Internet Connection')
  await network.set({ as: 'pass' })
  await page.getByRole('button', { name: `Upload ${file.name} again` }).click()
  await expect(upload.getByRole('status')).toHaveText('Success')
  await expect(page.locator('[data-ref]').filter({ hasText: file.name }).first()).toContainText('Ready')

  await page.goto('/bot-conversation/list')
  await waitUntilSettled(page)
  await page.getByRole('textbox', { name: 'Ask as a member would' }).fill('Berapa komisi zaitun kristal?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  const answer = page.getByRole('listitem').filter({ hasText: '0,17 persen' }).first()
  await expect(answer).toBeVisible()
  await expect(answer).toContainText('Coach')
  await expect(answer.getByRole('list', { name: 'Sources' })).toContainText(file.name)
})
