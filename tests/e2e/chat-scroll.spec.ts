import type { Page } from '@playwright/test'
import { conversation, type MessagePage } from '#contract/chat/messages.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import type { Client } from '#tests/support/client.ts'
import { expect, test } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

/** The demo's long conversation (server/demo/chat.ts): 400 messages. */
async function longRoom(client: Client) {
  const { data } = await (await client.fetch(`${chatPlatform.path}/7`)).json()
  const answer = await client.fetch(`${conversation.path.replace('{id}', data.ref)}?after=0&limit=1`)
  const { messages }: MessagePage = await answer.json()
  return { ref: String(data.ref), first: messages[0]?.ref ?? '' }
}

const list = (page: Page) => page.getByRole('region', { name: 'Messages' })
const toTop = (page: Page) => list(page).evaluate((box) => box.scrollTo(0, 0))

test('a conversation scrolls up to its first message, and a failed page is retried', async ({ as, open }) => {
  const { ref, first } = await longRoom(await as('admin'))
  const page = await open('admin')
  let refuses = true
  await page.route(/conversation\/.*before=/, (route) => (refuses ? route.abort() : route.continue()))
  // A page is also asked for again once the first connection stands.
  const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await page.goto(`/chat-platform/list?status=all&room=${ref}`)
  await connected
  await waitUntilSettled(page)
  await expect(list(page).getByRole('article').first()).toBeVisible()
  await toTop(page)
  const again = page.getByRole('button', { name: 'Not loaded. Try again' })
  await expect(again).toBeVisible()
  refuses = false
  await again.click()
  await expect(async () => {
    await toTop(page)
    await expect(page.locator(`[data-message="${first}"]`)).toBeInViewport({ timeout: 500 })
  }).toPass()
  await page.getByRole('button', { name: 'Go to the newest message' }).click()
  await expect(page.getByRole('button', { name: 'Go to the newest message' })).toHaveCount(0)
})

/** Top of the message that the upper edge of the list cuts, in pixels: what is read begins there. */
async function readingPlace(page: Page): Promise<() => Promise<number>> {
  const viewed = await list(page).evaluate((box) => {
    const { top } = box.getBoundingClientRect()
    const rows = [...box.querySelectorAll('[data-message]')]
    return rows.find((row) => row.getBoundingClientRect().bottom > top)?.getAttribute('data-message')
  })
  return async () => Math.round((await page.locator(`[data-message="${viewed}"]`).boundingBox())?.y ?? Number.NaN)
}

const loadingOlder = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading older messages' })
const twoFrames = (page: Page) => page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

/** A promise, and what resolves it. */
function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('the viewed messages keep their position while older ones are added above', async ({ as, open }) => {
  const { ref } = await longRoom(await as('admin'))
  const page = await open('admin')
  const pages = gate()
  await page.route(/conversation\/.*before=/, async (route) => {
    await pages.opened
    await route.continue()
  })
  await page.goto(`/chat-platform/list?status=all&room=${ref}`)
  await waitUntilSettled(page)
  await expect(list(page).getByRole('article').first()).toBeVisible()
  await list(page).evaluate((box) => box.scrollTo(0, 200))
  await expect(loadingOlder(page)).toBeVisible()
  // Rows in view have been drawn and measured by then.
  await twoFrames(page)
  const place = await readingPlace(page)
  const before = await place()
  pages.open()
  await expect(loadingOlder(page)).toHaveCount(0)
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2)
})

test('the viewed messages keep their position when the font comes after them', async ({ as, open }) => {
  const { ref } = await longRoom(await as('admin'))
  const page = await open('admin')
  const font = gate()
  await page.context().route(/\.woff2$/, async (route) => {
    await font.opened
    await route.continue()
  })
  await page.goto(`/chat-platform/list?status=all&room=${ref}`)
  await waitUntilSettled(page)
  await expect(list(page).getByRole('article').first()).toBeVisible()
  const height = () => list(page).evaluate((box) => box.scrollHeight)
  const first = await height()
  await list(page).evaluate((box) => box.scrollTo(0, 200))
  await expect.poll(height).toBeGreaterThan(first * 1.5)
  await expect(loadingOlder(page)).toHaveCount(0)
  await twoFrames(page)
  const place = await readingPlace(page)
  const before = await place()
  font.open()
  await page.evaluate(() => document.fonts.ready)
  // Pointers over messages draw the list again, as any change does.
  await list(page).hover()
  await twoFrames(page)
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2)
})

test('a search in a room shows failures, continues to earlier results, and says what was searched offline', {
  tag: '@long',
}, async ({ as, open }) => {
  const { ref } = await longRoom(await as('admin'))
  const page = await open('admin')
  let refusals = 1
  await page.route(/conversation\/.*search=/, async (route) => {
    const pages = route.request().url().replace('limit=100', 'limit=2')
    await (refusals-- > 0 ? route.fulfill({ status: 500, json: { code: 'error', message: 'No' } }) : route.continue({ url: pages }))
  })
  await page.goto(`/chat-platform/list?status=all&room=${ref}`)
  await waitUntilSettled(page)
  const word = 'a'
  await page.getByRole('button', { name: 'Search in this chat' }).click()
  const bar = page.getByRole('search').filter({ has: page.getByRole('searchbox', { name: 'Search in this chat' }) })
  await bar.getByRole('searchbox').fill(word)
  await expect(bar.getByRole('alert')).toContainText('The search did not work.')
  await bar.getByRole('button', { name: 'Try again' }).click()
  await expect(bar).toContainText('1 of 2+')
  await bar.getByRole('button', { name: 'Previous' }).click()
  await bar.getByRole('button', { name: 'Previous' }).click()
  await expect(bar).toContainText(/3 of 4/)
  await page.unroute(/conversation\/.*search=/)
  await page.context().setOffline(true)
  await bar.getByRole('searchbox').fill('')
  await bar.getByRole('searchbox').fill(word)
  await expect(bar).toContainText('Only what this device keeps was searched.')
})
