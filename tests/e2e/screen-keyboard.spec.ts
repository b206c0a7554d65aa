/** A keyboard of the screen, as Safari tells of it: the window keeps its height, and `visualViewport` says what is visible. */
import type { Locator, Page } from '@playwright/test'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { meetCustomer } from './chat-scene.ts'
import { expect, phone, test } from './fixtures.ts'
import { goTo, waitUntilSettled } from './screens.ts'

interface Numbers {
  height: number
  offsetTop: number
  scale?: number
}

/** Before the page is opened. */
const replaceViewport = (page: Page) =>
  page.addInitScript(() => {
    const port = Object.assign(new EventTarget(), {
      width: 390,
      height: 844,
      offsetTop: 0,
      offsetLeft: 0,
      pageTop: 0,
      pageLeft: 0,
      scale: 1,
    })
    Object.defineProperty(window, 'visualViewport', { value: port })
  })

const tell = (page: Page, numbers: Numbers) =>
  page.evaluate((next) => {
    Object.assign(window.visualViewport ?? {}, next)
    window.visualViewport?.dispatchEvent(new Event('resize'))
  }, numbers)

async function edgesOf(part: Locator): Promise<[top: number, bottom: number]> {
  const { y, height } = (await part.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
  return [Math.round(y), Math.round(y + height)]
}

/** Tells the numbers until they are followed: the code that does is loaded behind the first row. */
async function expectEdges(part: Locator, numbers: Numbers, top: number, bottom: number): Promise<void> {
  const edges = async () => {
    await tell(part.page(), { scale: 1, ...numbers })
    return edgesOf(part)
  }
  await expect.poll(edges).toEqual([top, bottom])
}

test('a chat and the palette, a sheet, end where the keyboard begins', async ({ open, as, server }) => {
  const root = await as('root')
  // Without a word of theirs within a day a room has no composer, and which demo rooms have one depends on the hour.
  const customer = await meetCustomer(server.url, root, 'Tari Layar')
  await customer.writes('Boleh tanya?')
  const [room] = (await root.list(chatPlatform.path, { size: '1', query: `search:${customer.name}` })).data
  const page = await open('root', phone)
  await replaceViewport(page)
  await page.goto('/chat-platform/list?status=all')
  await waitUntilSettled(page)
  // The inset of a phone without a button.
  await page.evaluate(() => {
    const inset = new CSSStyleSheet()
    inset.replaceSync(':root { --safe-bottom: 34px }')
    document.adoptedStyleSheets.push(inset)
  })
  await goTo(page, `/chat-platform/list?status=all&room=${room?.ref}`)
  const chat = page.locator('[data-covers]')
  const composer = page.locator('[data-composer]')
  const inset = () => composer.evaluate((element) => getComputedStyle(element).paddingBottom)
  const whole = { height: 844, offsetTop: 0 }
  await expectEdges(chat, whole, 0, 844)
  expect(await inset()).toBe('34px')

  await page.locator('[data-composer-text]').focus()
  await expectEdges(chat, { height: 430, offsetTop: 0 }, 0, 430)
  expect([await inset(), (await edgesOf(composer))[1]]).toEqual(['0px', 430])
  await expectEdges(chat, { height: 430, offsetTop: 120 }, 120, 550)
  expect((await edgesOf(composer))[1]).toBe(550)
  // Fingers that zoom move nothing.
  await expectEdges(chat, { height: 215, offsetTop: 200, scale: 2 }, 120, 550)
  // The numbers are old for a while after the keyboard has closed.
  await page.locator('[data-composer-text]').blur()
  await expectEdges(chat, { height: 430, offsetTop: 120 }, 0, 844)
  expect(await inset()).toBe('34px')

  await tell(page, whole)
  await goTo(page, '/leads/list')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await expect(palette.getByRole('combobox')).toBeFocused()
  for (const offsetTop of [0, 120]) {
    await expect
      .poll(async () => {
        await tell(page, { height: 430, offsetTop, scale: 1 })
        const [top, bottom] = await edgesOf(palette)
        return [top >= offsetTop, bottom]
      })
      .toEqual([true, offsetTop + 430])
  }
})
