import type { Page } from '@playwright/test'
import { type Changes, changes } from '#contract/sync.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { signInTo } from '#tests/support/client.ts'
import { startProxy } from '#tests/support/proxy.ts'
import { startServer } from '#tests/support/server.ts'
import { expect, laptop, test } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

const all = 12_000

/** Counts leads received, page by page. */
function countLeads(page: Page) {
  const came: number[] = []
  page.on('response', async (answer) => {
    if (!answer.url().includes(changes.path)) return
    const text = await answer.text().catch(() => '')
    if (!text) return
    const body: Changes = JSON.parse(text)
    came.push(body.changes.length)
  })
  return () => came.reduce((sum, rows) => sum + rows, 0)
}

const isPending = () => localStorage.getItem('lapangan-leads-held') !== null

test('a first sync is stopped, killed and cut, goes on where it was, and then answers offline', { tag: '@long' }, async ({
  launchOptions,
}) => {
  const server = await startServer({ env: { LOG_LEVEL: 'warn', DEMO_LEADS: String(all) }, readyWithin: 90_000 })
  const proxy = await startProxy(server)
  const browser = await openBrowser(launchOptions.executablePath, { ...laptop, baseURL: proxy.url, locale: 'en-GB' })
  try {
    const client = await signInTo(server.url, 'root')
    const { token, ...session } = client.session
    const [sample] = (await client.list('/crm/in/v1/lead', { size: '1', sort: 'id asc' })).data
    let page = await browser.context.newPage()
    await page.goto('/health/live')
    await page.evaluate(([name, value]) => localStorage.setItem(name ?? '', value ?? ''), ['jwt_access_token', token])
    await page.evaluate((value) => localStorage.setItem('lapangan-session', value), JSON.stringify(session))

    // Paused by the person: it stays paused over a restart, and the console is usable.
    let counted = countLeads(page)
    await proxy.set({ as: 'slow', latency: 400 })
    await page.goto('/leads/list')
    // It starts after the first rows, whose files load slowly here.
    await page.getByRole('button', { name: 'Pause' }).click({ timeout: 30_000 })
    await expect(page.getByText('Paused:')).toBeVisible()
    await waitUntilSettled(page)
    await proxy.set({ as: 'pass' })
    const before = counted()
    expect(before).toBeLessThan(all)
    await page.reload()
    await expect(page.getByText('Paused:')).toBeVisible()
    expect(await page.evaluate(isPending)).toBe(false)

    // Resumes, is cut in a response, and the browser is killed.
    await proxy.set({ as: 'cut', after: 250_000 })
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('No connection:')).toBeVisible()
    await browser.killHard()
    await proxy.set({ as: 'pass' })
    await browser.relaunch()
    page = await browser.context.newPage()
    counted = countLeads(page)
    await page.goto('/leads/list')
    await page.waitForFunction(isPending, undefined)
    // Synced pages are not requested again.
    if (before > 0) await expect.poll(counted).toBeLessThan(all)
    await expect(page.locator('[data-total]')).toHaveAttribute('data-total', String(all))

    // Offline: the list, a typing error, and a formatted number.
    await proxy.set({ as: 'drop' })
    const search = page.getByRole('searchbox', { name: 'Search' })
    const phone = `0${String(sample?.phone).slice(2)}`
    await search.fill(`${phone.slice(0, 4)}-${phone.slice(4, 8)}-${phone.slice(8)}`)
    await expect(page.locator('[data-total]')).toHaveAttribute('data-total', '1')
    await expect(page.locator(`tr[data-ref="${sample?.ref}"]`)).toBeVisible()
    await search.fill('zulkarnian')
    await expect(page.locator('tr[data-ref]').first()).toContainText('Zulkarnain')
  } finally {
    await browser.dispose()
    await proxy.close()
    await server.dispose()
  }
})
