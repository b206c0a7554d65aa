/** Actions on a device whose network can be cut (the fixture `device`). */
import type { BrowserContext, Page } from '@playwright/test'
import { leads } from '#contract/sections/sales/leads.ts'
import type { Client } from '#tests/support/client.ts'
import { expect } from './fixtures.ts'
import { saveToList, textbox } from './forms.ts'
import { waitUntilSettled } from './screens.ts'

/** Opens the list of leads, with an active worker and a cached shell. */
export async function openLeads(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/leads/list')
  await waitUntilSettled(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => page.evaluate(() => caches.keys().then((keys) => keys.some((key) => key.includes('precache'))))).toBe(true)
  return page
}

export async function addLead(page: Page, name: string, number: string): Promise<void> {
  await page.bringToFront()
  await page.goto('/leads/add')
  await textbox(page, 'Name').fill(name)
  await textbox(page, 'Phone').fill(number)
  await saveToList(page)
}

export const waiting = (page: Page, count: number) => expect(page.getByRole('link', { name: `${count} waiting` })).toBeVisible()

/** Resolves once every change reached the server or is parked. The chip alone says nothing: it is loaded after the first change waits. */
export async function nothingWaits(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const { rows = [] } = JSON.parse(localStorage.getItem('lapangan-outbox') ?? '{}') as { rows?: { state: string }[] }
      return rows.every(({ state }) => state === 'parked')
    },
    undefined,
    { timeout: 120_000 },
  )
  await expect(page.getByRole('link', { name: /waiting$/ })).toHaveCount(0)
}

/** Leads of the server that contain a text. */
export async function onServer(admin: Client, text: string) {
  return (await admin.list(leads.path, { query: `search:${text}`, size: '100' })).data
}
