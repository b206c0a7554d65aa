/**
 * Every regular section by a person's hands, in one browser on one database: listed, filtered, added to, changed and deleted from;
 * then one record of each is added without a network, the browser is killed, the line comes back. A section that is added is walked
 * without a line here: its form is filled from the example of its calls.
 */
import type { Page } from '@playwright/test'
import { demoSource } from '#contract/examples.ts'
import { exampleRecord } from '#contract/kit/example.ts'
import { isTextual } from '#contract/kit/field.ts'
import { formatFilters } from '#contract/kit/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section.ts'
import { type KillableBrowser, openBrowser } from '#tests/support/browser.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { changing } from '#tests/support/example.ts'
import { kept } from '#tests/support/kept.ts'
import { type NetworkProxy, startProxy } from '#tests/support/proxy.ts'
import { allSections } from '#tests/support/sections.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { nothingWaits, waiting } from './device.ts'
import { fillForm, typedOf } from './fill-form.ts'
import { expect, laptop, remembered, test } from './fixtures.ts'
import { confirmDelete, saveButton, saveToList } from './forms.ts'
import { settled } from './screens.ts'

/** Leads and chats have screens of their own, and specs of their own. */
const sections = allSections.filter(({ name }) => !['leads', 'chat-platform'].includes(name))
const can = (section: Section, action: Section['actions'][number]) => section.actions.includes(action)
const added = sections.filter((section) => can(section, 'create'))

let server: RunningServer
let proxy: NetworkProxy
let browser: KillableBrowser
let root: Client

test.beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'warn' } })
  proxy = await startProxy(server)
  root = await signInTo(server.url, 'root')
  browser = await openBrowser(process.env.CHROME_PATH ?? '', { ...laptop, baseURL: proxy.url, locale: 'en-GB', timezoneId: 'Asia/Jakarta' })
})
test.afterAll(async () => {
  await browser.dispose()
  await proxy.close()
  await server.dispose()
})

/** Signed in, with the shell on the device, and on the disk. */
async function start(): Promise<Page> {
  const page = await browser.context.newPage()
  const { origins } = remembered(proxy.url, root)
  await page.goto('/login')
  await page.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value)
  }, origins[0]?.localStorage ?? [])
  await page.goto('/dashboard')
  await settled(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => page.evaluate(() => caches.keys().then((keys) => keys.some((key) => key.includes('precache'))))).toBe(true)
  await browser.leave(page, 'jwt_access_token')
  const again = await browser.context.newPage()
  await again.goto('/dashboard')
  await settled(again)
  return again
}

/** Another screen of the console that is open: what a link does, without looking for the link. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await settled(page)
}

const wanted = (section: Section, n: number) => exampleRecord(section, n, demoSource)
/** A text that finds the record and no other. */
function markOf(section: Section, values: Readonly<Record<string, unknown>>): string {
  const found = [section.title, ...section.list.search].find((name) => isTextual(section.fields[name]?.kind ?? 'flag') && name in values)
  if (!found) throw new Error(`${section.name} has no text to be found by`)
  return String(values[found])
}
const stored = async ({ path }: Section, mark: string): Promise<AnyRow[]> =>
  (await root.list(path, { query: formatFilters([], mark), size: '10' })).data
const searched = ({ name }: Section, mark: string) => `/${name}/list?${new URLSearchParams({ query: formatFilters([], mark) })}`

const rowsOn = (page: Page) => page.locator('tr[data-ref]').evaluateAll((all) => all.map((row) => row.getAttribute('data-ref')))

async function listAndFilter(page: Page, section: Section): Promise<void> {
  const [table] = section.list.tables
  await go(page, `/${section.name}/list`)
  const first = await root.list(section.path, {
    sort: table?.sort ?? section.list.sort,
    size: '100',
    ...(table?.query && { query: table.query }),
  })
  const shown = await rowsOn(page)
  expect(shown.length > 0, section.name).toBe(first.data.length > 0)
  expect(first.data.map(({ ref }) => ref)).toEqual(expect.arrayContaining(shown.slice(0, Math.min(10, first.data.length))))

  await page.getByRole('button', { name: 'Filters' }).click()
  const choice = page.getByRole('dialog').locator('[aria-pressed]').first()
  if (await choice.count()) {
    await choice.click()
    await expect(page).toHaveURL(/query=/)
    await settled(page)
    const query = new URL(page.url()).searchParams.get('query') ?? ''
    const { data } = await root.list(section.path, { query, size: '100' })
    await expect.poll(async () => new Set(await rowsOn(page)).size > 0, section.name).toBe(data.length > 0)
    const refs = new Set(data.map(({ ref }) => ref))
    if (section.list.tables.length === 1)
      await expect.poll(async () => (await rowsOn(page)).filter((ref) => !refs.has(ref ?? ''))).toEqual([])
  }
  await page.keyboard.press('Escape')
}

async function add(page: Page, section: Section, n: number): Promise<AnyRow> {
  const values = wanted(section, n)
  await go(page, `/${section.name}/add`)
  await fillForm(page, section.fields, values)
  await saveToList(page)
  await expect.poll(async () => (await stored(section, markOf(section, values))).length, section.name).toBe(1)
  const [row] = await stored(section, markOf(section, values))
  if (!row) throw new Error('nothing was stored')
  expect(kept(section.fields, typedOf(section.fields, values), row)).toEqual([])
  return row
}

async function change(page: Page, section: Section, row: AnyRow, n: number): Promise<void> {
  const [before, after] = [wanted(section, n), wanted(section, n + 1)]
  const name = changing(section, before, after)
  await go(page, searched(section, markOf(section, before)))
  await page.locator(`tr[data-ref="${row.ref}"] a[href*="/edit/"]`).first().click()
  await expect(page.locator(`[data-field="${name}"]`)).toBeVisible()
  await fillForm(page, section.fields, { [name]: after[name] })
  await saveToList(page)
  const mark = markOf(section, { ...before, [name]: after[name] })
  await expect
    .poll(async () => (await stored(section, mark)).map((one) => [one.ref, one.version]), section.name)
    .toEqual([[row.ref, row.version + 1]])
  const [changed] = await stored(section, mark)
  expect(kept(section.fields, { [name]: after[name] }, changed)).toEqual([])
  await go(page, searched(section, mark))
}

async function removeIt(page: Page, section: Section, { ref, id }: AnyRow): Promise<void> {
  await page.locator(`tr[data-ref="${ref}"]`).first().locator('button[aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await confirmDelete(page)
  await expect(page.locator(`tr[data-ref="${ref}"]`)).toHaveCount(0)
  const list = async () => (await root.list(section.path, { sort: 'id desc', size: '10' })).data
  await expect.poll(async () => (await list()).some((row) => row.id === id), section.name).toBe(false)
}

/** Two tabs share the work: each waits for the server half of the time. */
async function inTabs(
  pages: readonly Page[],
  all: readonly Section[],
  work: (page: Page, section: Section) => Promise<void>,
): Promise<void> {
  const left = [...all]
  const walk = async (page: Page) => {
    for (let section = left.shift(); section; section = left.shift()) {
      const next = section
      await test.step(next.name, () => work(page, next))
    }
  }
  await Promise.all(pages.map(walk))
}

async function walkOnline(page: Page, section: Section): Promise<void> {
  const n = 30_000 + sections.indexOf(section) * 100
  await listAndFilter(page, section)
  if (!can(section, 'create')) return
  const row = await add(page, section, n)
  if (can(section, 'update')) await change(page, section, row, n)
  else await go(page, searched(section, markOf(section, wanted(section, n))))
  if (can(section, 'delete')) await removeIt(page, section, row)
}

const offlineOf = (section: Section) => wanted(section, 40_000 + sections.indexOf(section) * 100)

/** It waits; or, where the section takes nothing without the network, that is said and the form stays. */
async function addOffline(page: Page, section: Section): Promise<void> {
  await go(page, `/${section.name}/add`)
  await fillForm(page, section.fields, offlineOf(section))
  if (section.offline === 'queue') return saveToList(page)
  await saveButton(page).click()
  await expect(page.getByText('No Internet Connection').first()).toBeVisible()
  await expect(page).toHaveURL(/\/add/)
}

test('every section is listed, filtered, added to, changed and deleted from, and takes a record without a network', async () => {
  test.setTimeout(300_000)
  const errors: string[] = []
  const page = await start()
  const other = await browser.context.newPage()
  for (const tab of [page, other]) tab.on('pageerror', (error) => errors.push(String(error)))
  await other.goto('/dashboard')
  await settled(other)
  await inTabs([page, other], sections, walkOnline)

  await proxy.set({ as: 'drop' })
  for (const tab of [page, other]) await expect(tab.getByText('The server does not answer').first()).toBeVisible({ timeout: 30_000 })
  const waitingOnes = added.filter(({ offline }) => offline === 'queue')
  await inTabs([page, other], added, addOffline)
  await waiting(page, waitingOnes.length)
  expect(errors).toEqual([])

  await browser.killHard()
  const again = await (await browser.relaunch()).newPage()
  await again.goto('/dashboard')
  await waiting(again, waitingOnes.length)
  await proxy.set({ as: 'pass' })
  await nothingWaits(again)
  for (const section of added) {
    const values = offlineOf(section)
    const rows = await stored(section, markOf(section, values))
    expect(
      rows.map(({ version }) => version),
      section.name,
    ).toEqual(section.offline === 'queue' ? [1] : [])
    for (const row of rows) expect(kept(section.fields, typedOf(section.fields, values), row), section.name).toEqual([])
  }
})
