/** A video from the form to its player, over a line that is cut. */
import { post } from '#contract/sections/content/post.ts'
import { makeVideos } from '#tests/support/videos.ts'
import { expect, test } from './fixtures.ts'
import { saveToList, textbox } from './forms.ts'
import { waitUntilSettled } from './screens.ts'

test('a video goes on after a cut, is converted, and has a player', async ({ device, network, as }) => {
  test.slow()
  const admin = await as('admin')
  const made = await makeVideos()
  const path = await made.path('slow')
  const page = await (await device(admin)).newPage()
  await page.goto('/post/add')
  await waitUntilSettled(page)
  const field = page.locator('[data-field="video"]')
  await network.set({ as: 'cutUp', after: 700_000 })
  await field.locator('input[type=file]').setInputFiles(path)
  await expect(field.locator('[data-upload="offline"]')).toBeVisible()
  await network.set({ as: 'pass' })
  await expect(field.getByText('Uploaded. It is kept once you save.')).toBeVisible()

  await textbox(page, 'Title').fill('Kelas dengan video')
  await page.locator('[contenteditable]').fill('Isi')
  await saveToList(page)
  const [row] = (await admin.list(post.path, { query: 'search:Kelas dengan video' })).data
  const status = async () => {
    const answer: { videos: { state: string; url: string | null }[] } = await (await admin.fetch(`${post.path}/${row?.id}/videos`)).json()
    return answer.videos[0]
  }
  await expect.poll(async () => (await status())?.state, { timeout: 120_000, intervals: [1_000] }).toBe('ready')
  const { url } = { url: '', ...(await status()) }
  const middle = await page.request.get(url ?? '', { headers: { range: 'bytes=1000-1999' } })
  expect([middle.status(), middle.headers()['content-type'], (await middle.body()).length]).toEqual([206, 'video/mp4', 1_000])

  await page.goto(`/post/edit/${row?.id}`)
  const player = page.locator('[data-field="video"] video')
  await expect(player).toHaveAttribute('src', /^\/files\//)
  await expect(player).toHaveAttribute('poster', /^\/files\//)
  await made.close()
})

test('what is no video is refused before it is sent', async ({ open }) => {
  const page = await open('admin')
  await page.goto('/post/add')
  await waitUntilSettled(page)
  const field = page.locator('[data-field="video"]')
  const input = field.locator('input[type=file]')
  await input.setInputFiles({ name: 'catatan.mp4', mimeType: 'text/plain', buffer: Buffer.from('halo') })
  await expect(field.getByRole('alert')).toHaveText('File video tidak ditemukan')
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  const avi = Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI LIST'), Buffer.alloc(2_000)])
  for (const [name, mimeType] of [
    ['rekaman.avi', 'video/x-msvideo'],
    ['rekaman.mp4', 'video/mp4'],
  ] as const) {
    await input.setInputFiles({ name: 'kosong.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(0) })
    await input.setInputFiles({ name, mimeType, buffer: avi })
    await expect(field.getByRole('alert')).toHaveText('File video tidak ditemukan')
    await expect(field.getByText(name)).toHaveCount(0)
  }
  expect(sent.filter((url) => url.includes('/uploads'))).toEqual([])
  await input.setInputFiles({ name: 'kosong.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(0) })
  await expect(field.getByRole('alert')).toHaveText('File video tidak ditemukan')
})
