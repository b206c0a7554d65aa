/** A phone whose browser can be killed. */
import type { Page } from '@playwright/test'
import { accounts, password } from '#tests/support/accounts.ts'
import type { KillableBrowser } from '#tests/support/browser.ts'
import { expect } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

/** Signs in and opens the leads; resolves once they are available offline. */
export async function signInToLeads(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(accounts.sales)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).tap()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('link', { name: 'Leads', exact: true }).first().tap()
  await waitUntilSettled(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => page.evaluate(() => caches.keys().then((keys) => keys.length))).toBeGreaterThan(0)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lapangan-leads-held'))).not.toBeNull()
}

/** Signs in on a page and leaves it; resolves once a killed browser restarts signed in. */
export async function signInToStay(browser: KillableBrowser): Promise<void> {
  const page = await browser.context.newPage()
  await signInToLeads(page)
  await browser.leave(page, 'jwt_access_token')
}
