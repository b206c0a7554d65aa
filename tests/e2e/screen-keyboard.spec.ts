/** A keyboard of the screen, as Safari tells of it: the window keeps its height, and `visualViewport` says what is visible. */
import type { Locator, Page } from '@playwright/test'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
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

async function expectBetween(part: Locator, top: number, bottom: number): Promise<void> {
  const edges = async () => {
    const box = await part.boundingBox()
    return [Math.round(box?.y ?? Number.NaN), Math.round((box?.y ?? 0) + (box?.height ?? Number.NaN))]
  }
  await expect.poll(edges).toEqual([top, bottom])
}

test('a chat, a sheet and the palette end where the keyboard begins', async ({ open, as }) => {
  const [room] = (await (await as('root')).list(chatPlatform.path, { query: 'status:open' })).data
  const page = await open('root', phone)
  await replaceViewport(page)
  await page.goto('/chat-platform/list?status=all')
  await waitUntilSettled(page)
  // The inset of a phone without a button, which the keyboard covers.
  await page.addStyleTag({ content: ':root { --safe-bottom: 34px !important }'.replace(' !important', '') })
  await goTo(page, `/chat-platform/list?status=all&room=${room?.ref}`)
  const chat = page.locator('[data-covers]')
  const composer = page.locator('[data-composer]')
  const inset = () => composer.evaluate((element) => getComputedStyle(element).paddingBottom)
  await expectBetween(chat, 0, 844)
  expect(await inset()).toBe('34px')

  const text = page.locator('[data-composer-text]')
  await text.focus()
  await tell(page, { height: 430, offsetTop: 0 })
  await expectBetween(chat, 0, 430)
  expect(await inset()).toBe('0px')
  await tell(page, { height: 430, offsetTop: 120 })
  await expectBetween(chat, 120, 550)
  expect(Math.round((await composer.boundingBox())?.y ?? 0) + Math.round((await composer.boundingBox())?.height ?? 0)).toBe(550)
  await tell(page, { height: 215, offsetTop: 200, scale: 2 })
  await expectBetween(chat, 120, 550)
  // Its last numbers come late, and after it closed they stay those of before for a while.
  await tell(page, { height: 430, offsetTop: 120, scale: 1 })
  await text.blur()
  await expectBetween(chat, 0, 844)

  await tell(page, { height: 844, offsetTop: 0 })
  await goTo(page, '/leads/list')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  for (const offsetTop of [0, 120]) {
    await tell(page, { height: 430, offsetTop })
    await expect.poll(async () => Math.round((await dialog.boundingBox())?.y ?? 0) >= offsetTop).toBe(true)
    await expect
      .poll(async () => Math.round(((await dialog.boundingBox())?.y ?? 0) + ((await dialog.boundingBox())?.height ?? 0)))
      .toBe(offsetTop + 430)
  }
})
