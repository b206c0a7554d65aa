import { post } from '#contract/sections/content/post.ts'
import { expect, test } from './fixtures.ts'
import { saveToList, textbox } from './forms.ts'
import { settled } from './screens.ts'

test('an article is written with keys and tools, and stored as it looks', async ({ open, as }) => {
  const admin = await as('admin')
  const page = await open('admin')
  await page.goto('/post/add')
  await settled(page)
  const text = page.locator('[contenteditable]')
  const tool = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await text.click()
  await page.keyboard.type('## Laporan\nHarga **naik** dan ')
  await page.keyboard.press('Control+i')
  await page.keyboard.type('turun')
  await page.keyboard.press('Control+i')
  await page.keyboard.type(', lihat https://idx.co.id/a?b=1. Selesai\n- satu\ndua\n')
  await page.keyboard.press('Tab')
  await page.keyboard.type('anak\n\n\n> kutip\n\n')
  await tool('Table')
  await page.keyboard.type('Emiten')
  await tool('Add a row below')
  await tool('Remove this column')
  await tool('Undo')
  await tool('Redo')
  await text.locator('> p').last().click()
  await tool('Video or post of another site')
  await page.getByLabel('Address of the video or post').fill('https://youtu.be/dQw4w9WgXcQ')
  await page.keyboard.press('Enter')
  await text.locator('> p').last().click()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', '<h5 onclick="x()">Tempel</h5><p>a <a href="javascript:x()">b</a><img src="x" onerror="x()"></p>')
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('[contenteditable] > p:last-child')?.dispatchEvent(event)
  })

  await expect(text.locator('h3')).toHaveText('Tempel')
  await textbox(page, 'Title').fill('Laporan dari penyunting')
  await saveToList(page)
  const [row] = (await admin.list(post.path, { query: 'search:Laporan dari penyunting' })).data
  const { data } = await (await admin.fetch(`${post.path}/${row?.id}`)).json()
  const body = String(data.body)
  const link = '<a href="https://idx.co.id/a?b=1" rel="noopener noreferrer" target="_blank">https://idx.co.id/a?b=1</a>'
  expect(body.replace(/<table>.*<\/table>/, '…').replace(/<iframe [^>]*>/, '<iframe…>')).toBe(
    `<h2>Laporan</h2><p>Harga <strong>naik</strong> dan <em>turun</em>, lihat ${link}. Selesai</p>` +
      '<ul><li><p>satu</p></li><li><p>dua</p><ul><li><p>anak</p></li></ul></li></ul><blockquote><p>kutip</p></blockquote>…' +
      '<iframe…></iframe><h3>Tempel</h3><p>a b</p>',
  )
  expect(body.match(/<tr>|<th>/g)).toHaveLength(4 + 2)
})
