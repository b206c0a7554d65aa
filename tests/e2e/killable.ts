/** A person on a phone whose browser can be killed. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { accounts, password } from '#tests/support/accounts.ts'
import { expect } from './fixtures.ts'
import { settled } from './screens.ts'

/** Chromium writes local storage to disk some seconds later; a person who just signed in is not killed in the same second. */
export async function signedInOnDisk(profile: string): Promise<void> {
  const folder = join(profile, 'Default/Local Storage/leveldb')
  const written = () =>
    readdirSync(folder).some((name) => /\.(log|ldb)$/.test(name) && readFileSync(join(folder, name)).includes('jwt_access_token'))
  await expect.poll(written, { timeout: 20_000 }).toBe(true)
}

/** Signs in and goes to the leads; resolves once the console would start without a line. */
export async function signInToLeads(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(accounts.sales)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).tap()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('link', { name: 'Leads', exact: true }).first().tap()
  await settled(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => page.evaluate(() => caches.keys().then((keys) => keys.length))).toBeGreaterThan(0)
}
