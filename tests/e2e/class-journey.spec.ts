/**
 * A class from its video to how far a member is: uploaded over a line that is cut and by an API that is killed, converted, played from the
 * middle, and watched on two devices, one of them without a network (docs/product/videos.md, docs/product/classes.md#progress).
 */
import { stat } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { stagePiece } from '#contract/uploads.ts'
import { onePixel } from '#tests/support/example.ts'
import { makeVideos } from '#tests/support/videos.ts'
import { add, nodeOf, press } from './class-scene.ts'
import { expect, phone, test } from './fixtures.ts'
import { saveToList, textbox } from './forms.ts'
import { waitUntilSettled } from './screens.ts'

const title = 'Kelas yang Diunggah Lewat Jalur Putus'

/** Where the pieces of an upload began, in the order in which they were sent. */
function watchPieces(page: Page): number[] {
  const begins: number[] = []
  const [head = '', tail = ''] = stagePiece.path.split('{sha256}')
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const isPiece = request.method() === stagePiece.method && pathname.startsWith(head) && pathname.endsWith(tail)
    if (isPiece) begins.push(Number(searchParams.get('offset')))
  })
  return begins
}

/** The lesson of this title, as the member's app shows it. */
const lessonOf = (page: Page, words: string): Locator => page.locator('[data-lesson]').filter({ hasText: words })

async function openClasses(page: Page): Promise<void> {
  await page.goto('/simulator/member')
  await page.getByRole('button', { name: 'Classes' }).tap()
}

const timeOf = (video: Locator): Promise<number> => video.evaluate((element: HTMLVideoElement) => element.currentTime)

/** Plays the second after the middle, and pauses. */
const playFromMiddle = (video: Locator): Promise<void> =>
  video.evaluate(async (element: HTMLVideoElement) => {
    const middle = element.duration / 2
    const isThere = new Promise<void>((resolve) => {
      element.addEventListener('timeupdate', () => element.currentTime > middle + 1 && resolve())
    })
    element.muted = true
    element.currentTime = middle
    await element.play()
    await isThere
    element.pause()
  })

test('a class is uploaded over cuts and a kill, is converted, and plays from the middle; what was watched stays', async ({
  as,
  device,
  network,
  open,
  server,
}) => {
  const made = await makeVideos()
  const path = await made.path('lecture')
  const { size } = await stat(path)
  const office = await (await device(await as('root'), phone)).newPage()
  const pieces = watchPieces(office)

  await test.step('a class is begun, with a video that browsers do not play', async () => {
    await office.goto('/online-class/add')
    await waitUntilSettled(office)
    await textbox(office, 'Title').fill(title)
    await office.getByRole('combobox', { name: 'Category' }).tap()
    await office.getByRole('option', { name: 'Dasar Investasi' }).tap()
    const picture = onePixel()
    const cover = { name: picture.name, mimeType: picture.type, buffer: Buffer.from(await picture.arrayBuffer()) }
    await office.locator('[data-field="cover"] input[type=file]').setInputFiles(cover)
    await add(office, 'Add section', 'Bagian')
    await add(office, 'Add lesson to Bagian', 'Rekaman')
    await add(office, 'Add lesson to Bagian', 'Latihan')
    await press(office, 'More about Rekaman')
  })
  const lesson = nodeOf(office, 'Rekaman')

  await test.step('the line is cut in the middle of the upload', async () => {
    await network.set({ as: 'cutUp', after: 700_000 })
    await lesson.locator('input[type=file][accept*="video"]').setInputFiles(path)
    await expect(lesson.locator('[data-upload="offline"]')).toBeVisible()
    expect(network.state).toBe('drop')
  })

  await test.step('the API is killed while it has half a piece', async () => {
    await network.set({ as: 'hangUp', after: 2_000_000 })
    await expect.poll(() => network.state).toBe('hang')
    await expect(lesson.locator('[data-upload="sending"]')).toBeVisible()
    await server.killAndRestart()
    await network.set({ as: 'pass' })
    await expect(lesson.getByText('Uploaded. It is kept once you save.')).toBeVisible()
    // Each end costs the piece that was on its way, and nothing before it.
    expect(pieces).toEqual(pieces.toSorted((a, b) => a - b))
    expect(pieces.length - new Set(pieces).size).toBeLessThanOrEqual(2)
    expect(pieces.at(-1)).toBeLessThan(size)
  })

  await test.step('it is saved and published', async () => {
    await office.locator('[data-field="is_show"]').getByRole('switch').setChecked(true)
    await saveToList(office)
  })

  const [one, other] = [await (await device(null, phone)).newPage(), await open('guest', phone)]
  const ranges: string[] = []
  one.on('response', async (response) => {
    const range = await response.headerValue('content-range')
    if (range) ranges.push(range)
  })

  await test.step('a member plays it from the middle', async () => {
    await openClasses(one)
    const recording = lessonOf(one, 'Rekaman')
    const video = recording.locator('video')
    // While it is converted, the lesson says so.
    await expect(video).toBeVisible({ timeout: 300_000 })
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => Math.round(element.duration))).toBe(40)
    expect(await video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(480)
    await playFromMiddle(video)
    const later = () => ranges.filter((range) => !range.startsWith('bytes 0-')).length
    await expect.poll(later, 'what is before the middle is not read').toBeGreaterThan(0)
    await expect(recording).toContainText(/At 0:[23]\d of 0:40/)
    await one.reload()
    await expect.poll(() => timeOf(video)).toBeGreaterThan(20)
  })

  await test.step('what is watched without a network is kept, and no other device takes it back', async () => {
    await openClasses(other)
    const [here, there] = [lessonOf(one, 'Latihan'), lessonOf(other, 'Latihan')]
    await network.set({ as: 'drop' })
    for (const at of ['At 1:00', 'At 2:00', 'At 3:00']) {
      await here.getByRole('button', { name: 'Watch 60 s' }).tap()
      await expect(here).toContainText(at)
    }
    await here.getByRole('button', { name: 'Mark as done' }).tap()
    await expect(here).toContainText('Kept on this device until the server is reached')

    await there.getByRole('button', { name: 'Watch 60 s' }).tap()
    await expect(there).toContainText('At 1:00')
    await network.set({ as: 'pass' })
    await expect(there).toContainText('Completed ·')
    await expect(here).not.toContainText('Kept on this device')
    const reported = other.waitForResponse((response) => response.url().endsWith('/classes/progress'))
    await there.getByRole('button', { name: 'From the start' }).tap()
    expect(await (await reported).json()).toMatchObject({ position: 180, completed_at: expect.any(String) })
    for (const page of [one, other]) {
      await page.reload()
      await expect(lessonOf(page, 'Latihan')).toContainText('Completed ·')
    }
  })
  await made.close()
})
