import type { Page } from '@playwright/test'
import { languages } from '#contract/choices/languages.ts'
import { forYou } from '#contract/sections/content/for-you.ts'
import { post } from '#contract/sections/content/post.ts'
import { newsletter } from '#contract/sections/promotion/newsletter.ts'
import { meetCustomer, openRoom, room } from './chat-scene.ts'
import { expect, test } from './fixtures.ts'
import { confirmDelete } from './forms.ts'
import { faded, goTo, waitUntilSettled } from './screens.ts'

/** Pixels of a table, of several the most, that one sees by scrolling sideways only. */
const hiddenPixels = (page: Page) =>
  page.getByRole('table').evaluateAll((tables) =>
    Math.max(
      // A page without a table is not measured.
      tables.length ? Number.NEGATIVE_INFINITY : Number.NaN,
      ...tables.map((table) => {
        let box: Element | null = table
        while (box && !['auto', 'scroll'].includes(getComputedStyle(box).overflowX)) box = box.parentElement
        return box ? box.scrollWidth - box.clientWidth : table.scrollWidth - document.documentElement.clientWidth
      }),
    ),
  )

const topNavigation = { 'lapangan-preferences': JSON.stringify({ layout: 3 }) }

test('a laptop shows every default column and whole names, menus answer a press, and what is missing is said', async ({ open, as }) => {
  const admin = await as('admin')
  const page = await open('admin', { preferences: topNavigation })
  await page.goto('/leads/list')
  const button = page.getByRole('button', { name: 'Filters' })
  const top = async () => (await button.boundingBox())?.y ?? Number.NaN
  await expect(button).toBeVisible()
  const drawnAt = await top()
  await waitUntilSettled(page)
  // A line of news may come above the list, but no row of the menu.
  expect((await top()) - drawnAt, 'the menu grew after the list was drawn').toBeLessThan(40)
  expect(await hiddenPixels(page), 'pixels of columns beyond the right side').toBeLessThanOrEqual(0)
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  const names = navigation.or(navigation.getByRole('link'))
  expect(
    await names.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)),
  ).toEqual([])

  // The menu's code is prefetched, and the press is visible before the menu.
  const isFetched = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('filter-panel'))
  await expect.poll(() => page.evaluate(isFetched)).toBe(true)
  const look = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
  await button.hover()
  await faded(page)
  const before = await look()
  await page.mouse.down()
  await expect.poll(look).not.toBe(before)
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toBeVisible()

  const [popup] = (await admin.list(forYou.path)).data
  await page.route(/\/image-loader|\/files\//, (route) => route.abort())
  await page.goto(`/for-you/edit/${popup?.ref}`)
  await waitUntilSettled(page)
  await expect(page.getByText('image not available').first()).toBeVisible()

  await page.goto('/bank/list')
  await waitUntilSettled(page)
  await page.route(/\/banks/, (route) => route.abort())
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await confirmDelete(page)
  const mark = page.locator('[data-mark=deleting]')
  await expect(mark).toBeVisible()
  const struck = await mark.evaluate((element) => {
    for (let each: Element | null = element; each; each = each.parentElement)
      if (getComputedStyle(each).textDecorationLine.includes('line-through')) return true
    return false
  })
  expect(struck).toBe(false)
})

const manyColumns = [
  ...['transaction', 'member', 'recommendation', 'post', 'for-you', 'analysis'],
  ...['reward', 'newsletter', 'push-notification', 'popup-promotion'],
]

for (const locale of languages)
  test(`the last column of a list is not beneath the menu of a row, in ${locale}`, async ({ open, as }) => {
    const draft = new FormData()
    draft.set('subject', 'Ringkasan pasar dan tiga saham yang kami pantau pekan ini '.repeat(2))
    draft.set('body', '<p>Isi</p>')
    draft.set('segmentation', 'regular,emt,emv')
    draft.set('status', 'draft')
    const saved = await (await as('admin')).fetch(newsletter.path, { method: 'POST', body: draft })
    expect(saved.status).toBe(201)
    const page = await open('admin', { preferences: { 'lapangan-preferences': JSON.stringify({ locale }) } })
    await page.goto('/transaction/list')
    await waitUntilSettled(page)
    for (const section of manyColumns) {
      await test.step(section, async () => {
        await goTo(page, `/${section}/list`)
        await expect.poll(() => hiddenPixels(page), `pixels of columns of ${section} beneath the menu`).toBeLessThanOrEqual(0)
      })
    }
    await goTo(page, '/transaction/list')
    await expect(page.getByRole('columnheader').nth(-2)).toBeInViewport({ ratio: 1 })
  })

test('from 1200 px status, preview and newest changes stand beside an article in sight, and below that under it', async ({ open, as }) => {
  const [article] = (await (await as('admin')).list(post.path, { size: '1' })).data
  const page = await open('admin')
  await page.goto(`/post/edit/${article?.ref}`)
  await waitUntilSettled(page)
  const [side, title] = [page.locator('[data-beside]'), page.locator('[data-field=title]')]
  const status = side.locator('[data-field=status]')
  await expect(status).toBeInViewport({ ratio: 1 })
  await expect(side.getByRole('region', { name: 'As readers see it' })).toContainText(String(article?.title))
  await expect(side.locator('[data-recent]')).toContainText('History')
  const isBeside = async () =>
    ((await status.boundingBox())?.x ?? 0) > ((await title.boundingBox())?.x ?? 0) + ((await title.boundingBox())?.width ?? 0)
  expect(await isBeside()).toBe(true)
  await page.locator('[data-field=meta_description]').scrollIntoViewIfNeeded()
  await expect(status).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1100, height: 900 })
  await expect.poll(isBeside).toBe(false)
})

for (const section of ['leads', 'bank', 'tag-manager', 'user'])
  test(`a form of ${section} is drawn from the row that the list holds, while the server is silent`, async ({ open }) => {
    const page = await open('root')
    await page.goto(`/${section}/list`)
    await waitUntilSettled(page)
    const links = page.locator('tbody a[data-name]')
    const form = page.locator('main form[novalidate]').first()
    // The code is there, and this record is no more than a row.
    await links.last().click()
    await expect(form).toBeVisible()
    await page.goBack()
    await expect(links.first()).toBeVisible()
    await page.route(
      ({ pathname }) => pathname.includes('/in/v1/'),
      () => new Promise<void>(() => undefined),
    )
    await page.evaluate(() => {
      Object.assign(globalThis, { skeletons: 0 })
      new MutationObserver(() => {
        if (document.querySelector('main > [data-skeleton]')) Object.assign(globalThis, { skeletons: 1 })
      }).observe(document.body, { childList: true, subtree: true })
    })
    await links.first().click()
    await expect(form).toBeVisible()
    expect(await page.evaluate('skeletons'), 'skeletons between the list and the form').toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

test('beside the panel the head of a chat names its owner in several letters, or not at all', async ({ open, as, server }) => {
  const admin = await as('admin')
  const customer = await meetCustomer(server.url, admin, 'Kusumaningrum Hadiwidjojo Prawirodirdjo')
  await customer.writes('Halo')
  const page = await open('admin', { viewport: { width: 1366, height: 768 } })
  await page.goto('/chat-platform/list?status=all')
  await openRoom(page, customer.name)
  await page.getByRole('button', { name: 'Take over' }).first().click()
  for (const width of [1440, 1366, 1280, 1024, 800]) {
    await page.setViewportSize({ width, height: 768 })
    const owner = room(page, customer.name).locator('header [data-owner]')
    // Its own line is hidden.
    const shown = await owner.evaluate((element) => {
      const [own, line] = [element.getBoundingClientRect(), element.parentElement?.getBoundingClientRect()]
      const isCut = element.scrollWidth > element.clientWidth
      return line && own.top < line.bottom - 4 && isCut ? own.width : null
    })
    expect(shown ?? 60, `pixels of the owner at ${width}`).toBeGreaterThanOrEqual(60)
    await expect(owner.locator('..')).toHaveAttribute('title', /./)
  }
})
