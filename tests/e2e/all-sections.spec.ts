/**
 * Every regular section in a browser: its list, a record added offline before a kill, then changed and deleted; forms are filled from
 * examples of calls. `npm test` adds to all, and does the rest with a few that cover the kit; `npm run e2e:long` does all with each.
 */
import type { Page } from '@playwright/test'
import { demoSource, exampleRecord } from '#contract/examples.ts'
import { isTextual } from '#contract/kit/field/kind.ts'
import { formatFilters } from '#contract/kit/field/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { isMain, viewsOf } from '#contract/kit/section/view.ts'
import { member } from '#contract/sections/member/member.ts'
import { type KillableBrowser, openBrowser } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { covering } from '#tests/support/covering.ts'
import { changing } from '#tests/support/example.ts'
import { findLostValues } from '#tests/support/find-lost-values.ts'
import type { NetworkProxy } from '#tests/support/proxy.ts'
import { allSections } from '#tests/support/sections.ts'
import { nothingWaits, waiting } from './device.ts'
import { fillForm, typedOf } from './fill-form.ts'
import { expect, laptop, remembered, test } from './fixtures.ts'
import { confirmDelete, saveButton, saveToList } from './forms.ts'
import { goTo, waitUntilSettled } from './screens.ts'

/** Other kinds have screens of their own, with their own specs; without navigation there is no screen. */
const sections = allSections.filter(({ kind, nav }) => nav && kind === 'records')
const can = (section: Section, action: Section['actions'][number]) => section.actions.includes(action)
const creates = (section: Section) => can(section, 'create')

/** Signed in, with the shell cached and flushed to disk. */
async function start(browser: KillableBrowser, url: string, root: Client): Promise<Page> {
  const page = await browser.context.newPage()
  const { origins } = remembered(url, root)
  await page.goto('/login')
  await page.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value)
  }, origins[0]?.localStorage ?? [])
  await page.goto('/dashboard')
  await waitUntilSettled(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => page.evaluate(() => caches.keys().then((keys) => keys.some((key) => key.includes('precache'))))).toBe(true)
  await browser.leave(page, 'jwt_access_token')
  const again = await browser.context.newPage()
  // What cannot be taken back asks before it is saved.
  await again.addLocatorHandler(again.getByRole('alertdialog').getByRole('button', { name: 'Schedule' }), (button) => button.click())
  await again.goto('/dashboard')
  await waitUntilSettled(again)
  return again
}

/** A permitted person, and a client that reads the server. */
interface Hands {
  page: Page
  root: Client
}

const numberOf = (section: Section) => 30_000 + sections.indexOf(section) * 100
/** Values typed for a section, and with 1 those of its change. */
const wanted = (section: Section, more = 0) => exampleRecord(section, numberOf(section) + more, demoSource)
/** A text that finds only this record. */
function markOf(section: Section, values: Readonly<Record<string, unknown>>): string {
  const found = [section.title, ...section.list.search].find((name) => isTextual(section.fields[name]?.kind ?? 'flag') && name in values)
  if (!found) throw new Error(`${section.name} has no text to be found by`)
  return String(values[found])
}
/** Full records with this text: lists may omit long fields. */
async function stored(root: Client, { path, list }: Section, mark: string): Promise<AnyRow[]> {
  const { data } = await root.list(path, { query: formatFilters([], mark), size: '10' })
  if (!list.omit.length) return data
  const whole = data.map(async ({ ref }): Promise<AnyRow> => (await (await root.fetch(`${path}/${ref}`)).json()).data)
  return Promise.all(whole)
}
const searched = ({ name }: Section, mark: string) => `/${name}/list?${new URLSearchParams({ query: formatFilters([], mark) })}`

const rowsOn = (page: Page) => page.locator('tr[data-ref]').evaluateAll((all) => all.map((row) => row.getAttribute('data-ref')))

async function listAndFilter({ page, root }: Hands, section: Section): Promise<void> {
  const [view] = viewsOf(section).filter((each) => each.stack || isMain(each))
  await goTo(page, `/${section.name}/list`)
  const first = await root.list(section.path, {
    sort: view?.sort ?? section.list.sort,
    size: '100',
    ...(view?.query && { query: view.query }),
  })
  // The first list only: others have their own order.
  const expected = first.data.slice(0, 10).map(({ ref }) => ref)
  await expect.poll(async () => (await rowsOn(page)).slice(0, expected.length), section.name).toEqual(expected)

  await page.getByRole('button', { name: 'Filters' }).click()
  const choice = page.getByRole('dialog').locator('[aria-pressed]').first()
  if (await choice.count()) {
    await choice.click()
    await expect(page).toHaveURL(/query=/)
    await waitUntilSettled(page)
    const query = new URL(page.url()).searchParams.get('query') ?? ''
    const { data } = await root.list(section.path, { query, size: '100' })
    await expect.poll(async () => new Set(await rowsOn(page)).size > 0, section.name).toBe(data.length > 0)
    const refs = new Set(data.map(({ ref }) => ref))
    if (!view?.stack) await expect.poll(async () => (await rowsOn(page)).filter((ref) => !refs.has(ref ?? ''))).toEqual([])
  }
  await page.keyboard.press('Escape')
}

const addressOf = ({ name, routes }: Section, values: Readonly<Record<string, unknown>>): string =>
  `/${name}/${(routes.add ?? 'add').replace(/\{(\w+)\}/g, (_, field: string) => String(values[field]))}`

/** Fills the add form from a list with these values, some by URL. */
async function fillNew(page: Page, section: Section, values: Readonly<Record<string, unknown>>): Promise<void> {
  const { routes, fields } = section
  const isTyped = ([field]: [string, unknown]) => !routes.add?.includes(`{${field}}`)
  await expect(saveButton(page)).toHaveCount(0)
  await goTo(page, addressOf(section, values))
  await expect(saveButton(page)).toBeVisible()
  await fillForm(page, fields, Object.fromEntries(Object.entries(values).filter(isTyped)))
}

/** The added record, with the typed values. */
async function arrived(root: Client, section: Section): Promise<AnyRow> {
  const values = wanted(section)
  await expect.poll(async () => (await stored(root, section, markOf(section, values))).length, section.name).toBe(1)
  const [row] = await stored(root, section, markOf(section, values))
  if (!row) throw new Error('nothing was stored')
  expect(row.version, section.name).toBe(1)
  expect(findLostValues(section.fields, typedOf(section.fields, values), row), section.name).toEqual([])
  return row
}

async function change({ page, root }: Hands, section: Section, row: AnyRow): Promise<void> {
  const [before, after] = [wanted(section), wanted(section, 1)]
  const name = changing(section, before, after)
  await goTo(page, searched(section, markOf(section, before)))
  await page.locator(`tr[data-ref="${row.ref}"] a[href*="/edit/"]`).first().click()
  await expect(page.locator(`[data-field="${name}"]`)).toBeVisible()
  await fillForm(page, section.fields, { [name]: after[name] })
  await saveToList(page)
  const mark = markOf(section, { ...before, [name]: after[name] })
  await expect
    .poll(async () => (await stored(root, section, mark)).map((one) => [one.ref, one.version]), section.name)
    .toEqual([[row.ref, row.version + 1]])
  const [changed] = await stored(root, section, mark)
  expect(findLostValues(section.fields, { [name]: after[name] }, changed)).toEqual([])
  await goTo(page, searched(section, mark))
}

async function removeIt({ page, root }: Hands, section: Section, { ref, id }: AnyRow): Promise<void> {
  await page.locator(`tr[data-ref="${ref}"]`).first().locator('button[aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await confirmDelete(page)
  await expect(page.locator(`tr[data-ref="${ref}"]`)).toHaveCount(0)
  const list = async () => (await root.list(section.path, { sort: 'id desc', size: '10' })).data
  await expect.poll(async () => (await list()).some((row) => row.id === id), section.name).toBe(false)
}

/** Opens the form, so that its choices are cached. */
async function seeChoices(page: Page, section: Section): Promise<void> {
  await goTo(page, addressOf(section, wanted(section)))
  // The list before it was settled, too.
  await expect(saveButton(page)).toBeVisible()
  await waitUntilSettled(page)
  for (const choice of await page.getByRole('combobox', { expanded: false }).all()) {
    await choice.click()
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await goTo(page, `/${section.name}/list`)
}

const refersToOthers = ({ fields }: Section) => Object.values(fields).some(({ kind }) => kind === 'reference' || kind === 'references')

/** Adds a record of a section that requires the network. */
async function walkOnline(hands: Hands, section: Section, whole: boolean): Promise<void> {
  if (whole) await listAndFilter(hands, section)
  if (!can(section, 'create')) return
  if (section.offline === 'queue') return refersToOthers(section) ? seeChoices(hands.page, section) : undefined
  await fillNew(hands.page, section, wanted(section))
  await saveToList(hands.page)
}

/** It waits; or, where the section requires the network, that is shown and the form stays. */
async function addOffline(page: Page, section: Section): Promise<void> {
  await fillNew(page, section, section.offline === 'queue' ? wanted(section) : wanted(section, 50))
  if (section.offline === 'queue') return saveToList(page)
  await saveButton(page).click()
  await expect(page.getByText('No Internet Connection').first()).toBeVisible()
  await expect(page).toHaveURL(/\/add/)
  await goTo(page, `/${section.name}/list`)
}

/** Adds to every section, with the browser killed before anything is sent. */
async function addEveryOffline(page: Page, browser: KillableBrowser, network: NetworkProxy, added: readonly Section[]): Promise<Page> {
  const queued = added.filter(({ offline }) => offline === 'queue')
  await network.set({ as: 'drop' })
  // An uncached list detects the network at once; otherwise the next probe does.
  await page.evaluate(() => history.pushState(null, '', '/dashboard'))
  await page.evaluate(() => history.pushState(null, '', '/bank/list?query=search:never%20read'))
  await expect(page.getByText('The server does not answer').first()).toBeVisible()
  for (const section of added) await test.step(`${section.name} without a network`, () => addOffline(page, section))
  await waiting(page, queued.length)

  await browser.killHard()
  const again = await (await browser.relaunch()).newPage()
  for (const path of ['/dashboard', '/outbox']) {
    await again.goto(path)
    await waiting(again, queued.length)
    // Shows each name, in a console that has rendered nothing of it.
    await expect(again.locator('main')).not.toContainText(/(section|nav|field)\.\w/)
  }
  await network.set({ as: 'pass' })
  await nothingWaits(again)
  expect(await again.locator('[data-mutation]').allInnerTexts(), 'what needs a decision').toEqual([])
  return again
}

async function changeAndRemove(hands: Hands, section: Section, whole: boolean): Promise<void> {
  const row = await arrived(hands.root, section)
  if (!whole) return
  if (can(section, 'update')) await change(hands, section, row)
  else await goTo(hands.page, searched(section, markOf(section, wanted(section))))
  if (can(section, 'delete')) await removeIt(hands, section, row)
}

/** The full walk for `whole` sections, for others one record each. */
async function walk(
  mine: readonly Section[],
  whole: ReadonlySet<Section>,
  root: Client,
  network: NetworkProxy,
  executablePath?: string,
): Promise<void> {
  const added = mine.filter(creates)
  const options = { ...laptop, baseURL: network.url, locale: 'en-GB', timezoneId: 'Asia/Jakarta' }
  const browser = await openBrowser(executablePath, options)
  const errors: string[] = []
  const watched = (page: Page) => page.on('pageerror', (error) => errors.push(String(error)))
  try {
    const page = watched(await start(browser, network.url, root))
    // Salespeople are in rows of other forms, which start empty.
    if (!mine.includes(member)) await seeChoices(page, member)
    for (const section of mine) await test.step(section.name, () => walkOnline({ page, root }, section, whole.has(section)))
    const again = watched(await addEveryOffline(page, browser, network, added))
    for (const section of added)
      await test.step(`${section.name} arrived`, () => changeAndRemove({ page: again, root }, section, whole.has(section)))
  } finally {
    await browser.dispose()
  }
  expect(errors).toEqual([])
}

const walks = [
  {
    name: 'every section takes a record without a network; a few are listed, filtered, changed and deleted',
    tag: [],
    whole: covering(sections),
  },
  {
    name: 'every section is listed and filtered, takes a record without a network, is changed and deleted',
    tag: ['@long'],
    whole: sections,
  },
]

test.describe.configure({ mode: 'parallel' })
const parts = [1, 2]
for (const [{ name, tag, whole }, part] of walks.flatMap((each) => parts.map((number) => [each, number] as const)))
  test(`${name}, part ${part}`, { tag }, async ({ network, as, launchOptions }) => {
    test.setTimeout(1_800_000)
    const mine = sections.filter((_, at) => at % parts.length === part - 1)
    await walk(mine, new Set(whole), await as('root'), network, launchOptions.executablePath)
  })
