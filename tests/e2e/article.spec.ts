import { readFile } from 'node:fs/promises'
import { post } from '#contract/sections/content/post.ts'
import { harmIn, markupAttacks } from '#tests/support/markup-attacks.ts'
import { expect, test } from './fixtures.ts'
import { confirmDelete, saveToList, textbox } from './forms.ts'
import { waitUntilSettled } from './screens.ts'

test('an article is written with keys and tools, and stored as it looks', async ({ open, as }) => {
  const admin = await as('admin')
  const page = await open('admin')
  await page.goto('/post/add')
  await waitUntilSettled(page)
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
  const commands = page.getByRole('toolbar', { name: 'Table commands' })
  await expect(page.getByRole('button', { name: 'Table', exact: true })).toBeDisabled()
  await commands.getByRole('button', { name: 'Add a row below', exact: true }).click()
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
  await expect(commands).toHaveCount(0)
  await textbox(page, 'Title').fill('Laporan dari penyunting')
  await expect(page.locator('[data-field="slug"] input')).toHaveAttribute('placeholder', 'laporan-dari-penyunting')
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

test('a text is shown without what would run, even where the server had not cleaned it', async ({ open, as }) => {
  const [row] = (await (await as('admin')).list(post.path, { size: '1' })).data
  const page = await open('admin')
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const body = `<h2>Aman</h2><p onclick="alert(1)">Isi</p><img src=x onerror=alert(1)><svg onload=alert(1)></svg><script>alert(1)</script>`
  await page.route(new RegExp(`${post.path}/(?:${row?.id}|${row?.ref})$`), async (route) => {
    const response = await route.fetch()
    const answer: { data: object } = await response.json()
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, body } } })
  })
  await page.goto(`/post/edit/${row?.ref}`)
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'On a wide screen', exact: true }).click()
  const shown = page.getByRole('region', { name: 'As readers see it' })
  await expect(shown.getByRole('heading', { name: 'Aman' })).toBeVisible()
  expect(harmIn(await shown.locator('[dir=auto] > [dir=auto]').innerHTML())).toEqual([])
  expect(harmIn(await page.locator('[contenteditable]').innerHTML())).toEqual([])

  const chunks: Record<string, { file: string }> = JSON.parse(await readFile('dist/console/.vite/manifest.json', 'utf8'))
  const drawn = await page.evaluate(
    async ([chunk, texts]) => {
      const parts: Record<string, unknown> = await import(chunk)
      const clean = Object.values(parts).find((part) => typeof part === 'function' && part('<p>x</p>') instanceof DocumentFragment)
      if (typeof clean !== 'function') throw new Error('nothing cleans')
      return texts.map((text) => {
        const box = document.body.appendChild(document.createElement('div'))
        box.append(clean(text))
        return box.innerHTML.replaceAll(/src="https?:\/\/[^/"]+\/files\//g, 'src="/files/')
      })
    },
    [`/${chunks['src/kit/form/values/clean-html.ts']?.file}`, markupAttacks.map(([, html]) => html)] as const,
  )
  expect(drawn.flatMap((html, at) => harmIn(html).map((harm) => `${markupAttacks[at]?.[0]}: ${harm}`))).toEqual([])
  expect(dialogs).toEqual([])
})

// 8 clicks: text, table, below it, picture, the picture, below it, embed, Save; the status is a list, the rest is typed.
test('an article with a table, a picture and a video of another site is scheduled', async ({ open, as }) => {
  const admin = await as('admin')
  const page = await open('admin')
  await page.goto('/post/add')
  await waitUntilSettled(page)
  const text = page.locator('[contenteditable]')
  const below = text.locator('> p').last()
  const tool = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await textbox(page, 'Title').fill('Artikel terjadwal lengkap')
  await text.click()
  await page.keyboard.type('Harga hari ini')
  await page.keyboard.press('Enter')
  await tool('Table')
  await page.keyboard.type('Emiten')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Harga')
  await below.click()
  await tool('Picture')
  const pictures = page.getByRole('dialog', { name: 'Pictures' })
  await pictures
    .getByRole('button', { name: /^Insert / })
    .first()
    .click()
  await expect(pictures.getByLabel('Describe the picture')).toBeFocused()
  await pictures.getByLabel('Caption').fill('Sumber: bursa')
  await pictures.getByLabel('Describe the picture').fill('Grafik harian BBCA')
  await page.keyboard.press('Enter')
  await expect(pictures).toHaveCount(0)
  await below.click()
  await tool('Video or post of another site')
  await page.keyboard.type('https://youtu.be/dQw4w9WgXcQ')
  await page.keyboard.press('Enter')
  await page.locator('[data-field="status"] select').selectOption('publish')
  await page.locator('[data-field="published_at"] input').fill('2090-12-01T07:30')
  await saveToList(page)
  await expect(page.getByText('Scheduled for 1 Dec 2090, 07:30')).toBeVisible()

  const [row] = (await admin.list(post.path, { query: 'search:Artikel terjadwal lengkap' })).data
  expect(row).toMatchObject({ state: 'scheduled', slug: 'artikel-terjadwal-lengkap' })
  const { data } = await (await admin.fetch(`${post.path}/${row?.id}`)).json()
  expect(Date.parse(String(data.published_at))).toBe(Date.parse('2090-12-01T07:30+07:00'))
  const body = String(data.body)
  expect(body).toMatch(/<th><p>Emiten<\/p><\/th><th><p>Harga<\/p><\/th>/)
  expect(body).toMatch(/<img [^>]*alt="Grafik harian BBCA"[^>]*>.*<p><em>Sumber: bursa<\/em><\/p>.*<iframe /)
})

// 4 clicks: two boxes, Publish, and its confirmation.
test('two drafts are chosen in the list and published together', async ({ open, as }) => {
  const admin = await as('admin')
  const drafts = (await admin.list(post.path, { query: 'state:draft', size: '2' })).data
  expect(drafts).toHaveLength(2)
  const page = await open('admin')
  await page.goto('/post/list?query=state:draft')
  await waitUntilSettled(page)
  for (const { ref } of drafts) await page.locator(`tr[data-ref="${ref}"]`).getByRole('checkbox').check()
  await page.getByRole('toolbar', { name: 'Actions for the selected' }).getByRole('button', { name: 'Publish', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Publish 2 records?' })
  await question.getByRole('button', { name: 'Publish', exact: true }).click()
  for (const { ref } of drafts) await expect(page.locator(`tr[data-ref="${ref}"]`)).toHaveCount(0)
  const stateOf = async (ref: string) => (await (await admin.fetch(`${post.path}/${ref}`)).json()).data.state
  await expect.poll(() => Promise.all(drafts.map(({ ref }) => stateOf(ref)))).toEqual(['published', 'published'])
})

// 2 clicks: Save and 'Undo', or Save and 'View'; the change is typed.
test('a save says what happened, opens the record and takes itself back', async ({ open, as }) => {
  const admin = await as('admin')
  const [draft] = (await admin.list(post.path, { query: 'state:draft', size: '1' })).data
  const page = await open('admin')
  await page.goto(`/post/edit/${draft?.ref}`)
  await waitUntilSettled(page)
  await page.locator('[data-field="status"] select').selectOption('publish')
  await page.locator('[data-field="published_at"] input').fill('2090-12-01T07:30')
  await saveToList(page)
  const toast = page.getByText('Scheduled for 1 Dec 2090, 07:30')
  await expect(toast).toBeVisible()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/post/edit/${draft?.ref}$`))

  await textbox(page, 'Title').fill('Judul yang ditarik kembali')
  await saveToList(page)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  const titleOf = async () => (await (await admin.fetch(`${post.path}/${draft?.ref}`)).json()).data.title
  await expect.poll(titleOf).toBe(draft?.title)
})

// 3 clicks bring back what 3 deleted: 'Trash', its actions, 'Restore'.
test('an article is deleted, and restored from the trash as it was', async ({ open, as }) => {
  const admin = await as('admin')
  const row = (await admin.list(post.path, { size: '50' })).data.find((each) => /^[\p{L}\d ]+$/u.test(String(each.title)))
  const title = String(row?.title)
  const found = async (path: string) => (await admin.list(path, { query: `search:${title}` })).data.map(({ ref }) => ref)
  const page = await open('admin')
  const actions = () =>
    page
      .locator(`[data-ref="${row?.ref}"]`)
      .getByRole('button', { name: `Actions for ${title}` })
      .click()
  await page.goto('/post/list')
  await waitUntilSettled(page)

  await actions()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await confirmDelete(page)
  await expect.poll(() => found(post.path)).not.toContain(row?.ref)

  await page.getByRole('link', { name: 'Trash', exact: true }).click()
  await actions()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await expect(page.getByText('Restored', { exact: true })).toBeVisible()
  await expect(page.locator(`[data-ref="${row?.ref}"]`)).toHaveCount(0)
  expect(await found(`${post.path}/trashed`)).not.toContain(row?.ref)

  const back = (await admin.list(post.path, { query: `search:${title}` })).data.find(({ ref }) => ref === row?.ref)
  expect(back).toMatchObject({ id: row?.id, title: row?.title, state: row?.state, published_at: row?.published_at })
  await page.getByRole('link', { name: 'All posts', exact: true }).click()
  await expect(page.locator(`[data-ref="${row?.ref}"]`)).toBeVisible()

  // The message of the delete takes it back with one click.
  await actions()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await confirmDelete(page)
  // Beneath it may still be the one of the first delete.
  await page.locator('[data-front=true]').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.locator(`[data-ref="${row?.ref}"]`)).toBeVisible()
  await expect.poll(() => found(post.path)).toContain(row?.ref)
  expect(await found(`${post.path}/trashed`)).not.toContain(row?.ref)
})
