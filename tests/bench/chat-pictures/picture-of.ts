import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** Resolves to the picture once `shown` is there, and the screen is complete and stands still. */
export async function pictureOf(page: Page, shown = '[data-message]'): Promise<Buffer> {
  await page.waitForFunction((selector) => {
    const isBusy = document.querySelector('#last-frame, [data-skeleton], [aria-busy=true], .animate-pulse, .animate-breathe')
    return !isBusy && document.fonts.status === 'loaded' && document.querySelector(selector) !== null
  }, shown)
  let last = await page.screenshot()
  for (let look = 0; look < 10; look += 1) {
    await pause(250)
    const next = await page.screenshot()
    if (next.equals(last)) break
    last = next
  }
  return last
}
