/**
 * A class made by thumb on a phone: sections and lessons as a tree, moved by buttons and by dragging, and a preview. It is saved without a
 * network; once that is back, the class is there once, in that order.
 */
import type { Page } from '@playwright/test'
import { onlineClass } from '#contract/sections/product/online-class.ts'
import { onePixel } from '#tests/support/example.ts'
import { add, nodeOf, nodes, press } from './class-scene.ts'
import { nothingWaits, waiting } from './device.ts'
import { expect, phone, test } from './fixtures.ts'
import { saveToList, textbox } from './forms.ts'
import { expectFitsPhones, waitUntilSettled } from './screens.ts'

const title = 'Kelas dari Ponsel'

/** Titles in their order; sections in capitals. */
const tree = (page: Page) =>
  nodes(page).evaluateAll((all) =>
    all.map((each) => {
      const words = each.querySelector<HTMLInputElement>('[data-node-title]')?.value ?? ''
      return each.getAttribute('data-level') === 'section' ? words.toUpperCase() : words
    }),
  )
const expectTree = (page: Page, ...titles: string[]) => expect.poll(() => tree(page)).toEqual(titles)

/** Drags a node by its handle to where another one is. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  const handle = page.getByTitle(`Drag ${from}`)
  // Not behind the bar that saves.
  await handle.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const [start, end] = [await handle.boundingBox(), await page.getByTitle(`Drag ${to}`).boundingBox()]
  if (!start || !end) throw new Error('no handle')
  const x = start.x + start.width / 2
  await page.mouse.move(x, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, start.y + 4, { steps: 4 })
  await page.mouse.move(x, end.y + end.height / 2, { steps: 12 })
  await page.mouse.up()
}

test('a class is made by thumb without a network, and is there in its order afterwards', async ({ as, device, network }) => {
  const admin = await as('root')
  const context = await device(admin, phone)
  const page = await context.newPage()
  await page.goto('/online-class/list')
  await waitUntilSettled(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.goto('/online-class/add')
  await waitUntilSettled(page)
  await textbox(page, 'Title').fill(title)
  await page.getByRole('combobox', { name: 'Category' }).tap()
  await page.getByRole('option', { name: 'Dasar Investasi' }).tap()
  const picture = onePixel()
  const cover = { name: picture.name, mimeType: picture.type, buffer: Buffer.from(await picture.arrayBuffer()) }
  await page.locator('[data-field="cover"] input[type=file]').setInputFiles(cover)
  await network.set({ as: 'drop' })

  await add(page, 'Add section', 'Bursa')
  await add(page, 'Add lesson to Bursa', 'Saham')
  await add(page, 'Add lesson to Bursa', 'Broker')
  await add(page, 'Add section', 'Membeli')
  await add(page, 'Add lesson to Membeli', 'Rekening')
  await expectTree(page, 'BURSA', 'Saham', 'Broker', 'MEMBELI', 'Rekening')
  await expect(nodeOf(page, 'Broker')).toContainText('Completed when the member marks it as done')

  // By buttons, over the edge of a section and back, with the focus on the pressed one.
  await press(page, 'More about Broker')
  await press(page, 'Move Broker down')
  await expectTree(page, 'BURSA', 'Saham', 'MEMBELI', 'Broker', 'Rekening')
  await expect(page.getByRole('button', { name: 'Move Broker down', exact: true })).toBeFocused()
  await press(page, 'Move Broker down')
  await expectTree(page, 'BURSA', 'Saham', 'MEMBELI', 'Rekening', 'Broker')
  await press(page, 'Begin a section with Broker')
  await expectTree(page, 'BURSA', 'Saham', 'MEMBELI', 'Rekening', 'BROKER')
  await press(page, 'Make Broker a lesson')
  await expectTree(page, 'BURSA', 'Saham', 'MEMBELI', 'Rekening', 'Broker')

  // Folded, both are in sight.
  await press(page, 'More about Broker')
  await drag(page, 'Broker', 'Saham')
  await expectTree(page, 'BURSA', 'Broker', 'Saham', 'MEMBELI', 'Rekening')
  await press(page, 'More about Broker')
  await nodeOf(page, 'Broker').getByLabel('Minutes').fill('12')
  await press(page, 'More about Broker')

  await press(page, 'Preview')
  const preview = page.locator('[data-preview]')
  await expect(preview).toContainText('Not published: members do not see it yet')
  await expect(preview.getByRole('listitem')).toContainText(['Broker', 'Saham', 'Rekening'])
  await expect(preview).toContainText('12 minutes')
  await expectFitsPhones(page, 'the form of a class')

  await saveToList(page)
  await waiting(page, 1)
  await network.set({ as: 'pass' })
  await nothingWaits(page)
  const { data } = await admin.list(onlineClass.path, { query: `search:${title}` })
  expect(data).toMatchObject([{ title, lesson_count: 3, minutes: 12 }])
  const stored = await (await admin.fetch(`${onlineClass.path}/${data[0]?.id}`)).json()
  expect(stored.data.sections).toMatchObject([
    { title: 'Bursa', lessons: [{ title: 'Broker', minutes: 12 }, { title: 'Saham' }] },
    { title: 'Membeli', lessons: [{ title: 'Rekening' }] },
  ])
})

test('what a member has watched is not taken back, and a lesson stays completed', async ({ open }) => {
  const page = await open('guest', phone)
  await page.goto('/simulator/member')
  await page.getByRole('button', { name: 'Classes' }).tap()
  // Of another test on this server the member may have completed one.
  const unfilmed = page.locator('[data-lesson]').filter({ hasText: 'Not begun · Completed when you mark it as done' }).first()
  const lesson = page.locator(`[data-lesson="${await unfilmed.getAttribute('data-lesson')}"]`)
  /** Resolves with the answer to this press: the page draws a report before it sends it. */
  const report = async (name: string) => {
    const answered = page.waitForResponse((response) => response.url().endsWith('/classes/progress'))
    await lesson.getByRole('button', { name }).tap()
    return (await answered).json()
  }
  expect(await report('Watch 60 s')).toMatchObject({ position: 60 })
  await expect(lesson).toContainText('At 1:00')
  expect(await report('Watch 60 s')).toMatchObject({ position: 120 })
  await expect(lesson).toContainText('At 2:00')
  expect(await report('From the start')).toMatchObject({ position: 120 })
  await lesson.getByRole('button', { name: 'Mark as done' }).tap()
  await expect(lesson).toContainText('Completed ·')
  await page.reload()
  await expect(lesson).toContainText('Completed ·')
})

test("a member's classes stay chosen, though the members are read later", async ({ open }) => {
  const page = await open('guest', phone)
  let readOn = () => {}
  const pressed = new Promise<void>((resolve) => {
    readOn = resolve
  })
  await page.route('**/simulator/members?*', async (route) => {
    await pressed
    await route.continue()
  })
  await page.goto('/simulator/member')
  await page.getByRole('button', { name: 'Classes' }).tap()
  await expect(page).toHaveURL(/view=classes/)
  readOn()
  await expect(page.locator('[data-lesson]').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Classes' })).toHaveAttribute('aria-pressed', 'true')
})
