/** Back-office mode (docs/product/access.md#back-office-mode): one server, and a console for each name of its host. */
import type { Browser, Page } from '@playwright/test'
import { passes } from '#contract/kit/field/permission.ts'
import { inBackOffice, isHidden } from '#contract/kit/section/back-office.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { sectionCalls } from '#contract/kit/section/section-calls.ts'
import { trashCalls } from '#contract/kit/section/trash-calls.ts'
import { viewsOf } from '#contract/kit/section/view.ts'
import { opens } from '#contract/nav.ts'
import { navAreas } from '#contract/nav-items.ts'
import type { Account } from '#tests/support/accounts.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { allSections } from '#tests/support/sections.ts'
import { startServer } from '#tests/support/server.ts'
import type { RunningServer } from '#tests/support/server-process.ts'
import { expect, laptop, remembered, test } from './fixtures.ts'
import { everyScreen, follow, goTo, waitUntilSettled } from './screens.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'warn', BACK_OFFICE_HOSTS: 'localhost' } })
})
test.afterAll(() => server.dispose())

const officeUrl = () => `http://localhost:${server.port}`

/** A page of somebody who is signed in and whose browser keeps nothing else, and the calls and sockets that it opens. */
async function open(browser: Browser, origin: string, account: Account): Promise<{ page: Page; client: Client; sent: string[] }> {
  const client = await signInTo(server.url, account)
  const storageState = remembered(origin, client)
  const context = await browser.newContext({ ...laptop, serviceWorkers: 'block', baseURL: origin, storageState })
  const page = await context.newPage()
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
  page.on('websocket', (socket) => sent.push(`SOCKET ${new URL(socket.url()).pathname}`))
  return { page, client, sent }
}

const patternOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`)

/** What the mode never sends, whatever the screen: reads that it skips, those of leads on the other path, anything of the inbox. */
const never: readonly RegExp[] = [
  /^SOCKET /,
  /\/crm\/in\/v1\/chat-platform/,
  /\/emitten\/in\/v1\/performance/,
  ...allSections.flatMap((section) => {
    const calls = [...sectionCalls(section), ...trashCalls(section)].filter(({ kind }) => kind === 'query')
    const { backOffice } = section
    if (typeof backOffice === 'object' && backOffice.skipsReads)
      return calls.filter(({ action }) => ['list', 'one', 'trashed', 'trashedOne'].includes(action ?? '')).map(patternOf)
    return calls.filter((call) => inBackOffice(call, section) !== call).map(patternOf)
  }),
]
/** 'etf' is an id to the pattern of a detail. */
const skipped = (sent: readonly string[]) =>
  sent.filter((one) => !one.includes('/crm/in/v1/lead/etf') && never.some((pattern) => pattern.test(one)))

/** Where back-office mode leads: a screen, no such page, or the restriction page. */
function placeOf(path: string, hidden: ReadonlySet<string>): 'screen' | 'not found' | 'restriction' {
  const [name = '', at] = path.replace(/\?.*/, '').split('/').slice(1)
  if (hidden.has(name)) return 'restriction'
  const section = allSections.find((each) => each.name === name)
  const view = section && viewsOf(section).find((each) => each.at !== undefined && each.at === at)
  return view?.backOffice ? 'not found' : 'screen'
}

/** A record that the mode does not read, or only where it is of one company: it may not be found. */
function isNarrowed(path: string): boolean {
  const [name, page] = path.split('/').slice(1)
  const backOffice = allSections.find((each) => each.name === name)?.backOffice
  return page === 'edit' && typeof backOffice === 'object' && (backOffice.skipsReads === true || backOffice.only !== undefined)
}

/** In any mode: the security log is edited by nobody. */
function mayOpen({ session }: Client, path: string): boolean {
  const [name, page] = path.split('/').slice(1)
  const section = allSections.find((each) => each.name === name)
  return !section || page !== 'edit' || passes({ action: 'update', anyOf: [section.permission] }, session)
}

for (const account of ['root', 'sales', 'analyst'] as const)
  test(`every route of the console is shown or hidden in back-office mode, and sends no call that the mode skips: ${account}`, async ({
    browser,
  }) => {
    const { items, others } = await navAreas()
    const areas = [...items, ...others].filter(({ hiddenInBackOffice }) => hiddenInBackOffice)
    // Screens of reports have no path of their own, but one below that of all reports.
    const hidden = new Set(areas.map(({ path }) => path.split('/')[1] ?? ''))
    for (const section of allSections) expect(hidden.has(section.name), section.name).toBe(isHidden(section))
    const { page, client, sent } = await open(browser, officeUrl(), account)
    const refused: string[] = []
    page.on('response', (response) => response.status() === 403 && refused.push(response.url()))
    await page.goto('/dashboard')
    await waitUntilSettled(page)

    const expected = items.filter((item) => !item.hiddenInBackOffice && opens(item, client.session)).map(({ path }) => path)
    const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')
    await expect(links).toHaveCount(expected.length)
    expect((await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).sort()).toEqual(expected.sort())
    expect(expected.includes('/portofolio/list')).toBe(passes({ action: 'get', anyOf: ['stock'] }, client.session))

    const screens = await everyScreen(await signInTo(server.url, 'root'))
    const paths = [...screens.map(({ path }) => path), ...[...hidden].flatMap((name) => [`/${name}`, `/${name}/list`, `/${name}/add`])]
    for (const path of new Set(paths)) {
      const place = placeOf(path, hidden)
      // What is shown is guarded by permissions as in any mode (permissions.spec.ts).
      if (account !== 'root' && place !== 'restriction') continue
      await test.step(path, async () => {
        sent.length = 0
        if (isNarrowed(path)) {
          await follow(page, path)
          await expect(
            page
              .locator('h1')
              .or(page.getByRole('button', { name: 'Try again' }))
              // The list stays mounted beneath, hidden.
              .filter({ visible: true })
              .first(),
          ).toBeVisible()
        } else await goTo(page, path)
        if (place === 'restriction') await expect(page).toHaveURL(/\/restriction-page\?path=/)
        else if (mayOpen(client, path)) await expect(page).not.toHaveURL(/\/restriction-page/)
        const notFound = page.getByRole('heading', { level: 1, name: 'This page does not exist' })
        if (place === 'not found') await expect(notFound).toBeVisible()
        expect(skipped(sent)).toEqual([])
        const own = allSections.find(({ name }) => name === path.split('/')[1])?.path
        if (place !== 'screen' && own) expect(sent.filter((one) => one.includes(own))).toEqual([])
      })
    }
    expect(refused).toEqual([])
    await page.context().close()
  })

/** Links and headings that the page showed since it was loaded, for however short a time. */
const seenOn = (page: Page) => page.evaluate(() => [...Reflect.get(window, 'seen')].map(String))

test('a list that is hidden is asked for and drawn by neither a first nor a later visit, and is there on the other host', async ({
  browser,
}) => {
  const banks = '/transaction/in/v1/banks'
  const { page, sent } = await open(browser, officeUrl(), 'root')
  // However late the configuration comes.
  await page.route('**/config.json', async (route) => {
    // A page that is left meanwhile draws no frame, and its request is gone.
    const drawn = page.evaluate(() => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))))
    await drawn.catch(() => undefined)
    await route.continue().catch(() => undefined)
  })
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const look = () => {
      for (const link of document.querySelectorAll('nav a[href]')) seen.add(link.getAttribute('href') ?? '')
      for (const heading of document.querySelectorAll('h1')) seen.add(heading.textContent)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
  for (const visit of ['first', 'later']) {
    await page.goto('/bank/list')
    await expect(page, visit).toHaveURL(/\/restriction-page\?path=/)
    await waitUntilSettled(page)
    const before = await seenOn(page)
    await page.goto('/dashboard')
    await waitUntilSettled(page)
    // The navigation comes whole a moment after its first entries.
    await expect(page.locator('nav a[href="/transaction/list"]').first()).toBeAttached()
    const seen = [...before, ...(await seenOn(page))]
    expect(seen).toContain('/transaction/list')
    expect(seen.filter((each) => each === '/bank/list' || /^Bank/.test(each))).toEqual([])
    expect(sent.filter((one) => one.includes(banks))).toEqual([])
  }
  await page.context().close()

  const whole = await open(browser, server.url, 'root')
  await whole.page.goto('/bank/list')
  await waitUntilSettled(whole.page)
  await expect(whole.page).toHaveURL(/\/bank\/list/)
  await expect(whole.page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Bank' })).toBeVisible()
  expect(whole.sent).toContain(`GET ${banks}`)
  await whole.page.context().close()
})
