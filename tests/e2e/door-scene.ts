/** Devices at the door of an event (docs/product/events.md#the-door). */
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

/** Opens the door where there is a network, with a cached shell. */
export async function openDoorOf(context: BrowserContext, ref: string, gate: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`/event/door/${ref}`)
  await waitUntilSettled(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => page.evaluate(() => caches.keys().then((keys) => keys.some((key) => key.includes('precache'))))).toBe(true)
  await page.getByLabel('Gate').fill(gate)
  await page.getByLabel('Gate').press('Enter')
  return page
}

/** A hand scanner types wherever the focus is, and ends in Enter. */
export async function scan(page: Page, code: string, answer: string): Promise<void> {
  await page.bringToFront()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-answer]')).toHaveAttribute('data-answer', answer)
}
