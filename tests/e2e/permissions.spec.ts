import type { Page } from '@playwright/test'
import { passes } from '#contract/kit/field/permission.ts'
import type { Area, NavItem } from '#contract/nav.ts'
import { navAreas } from '#contract/nav-items.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { type Account, accounts } from '#tests/support/accounts.ts'
import type { Client } from '#tests/support/client.ts'
import { allSections } from '#tests/support/sections.ts'
import { expect, phone, test } from './fixtures.ts'
import { goTo, waitUntilSettled } from './screens.ts'

/** What the demo roles are there to show; the rest follows from their permissions. */
const closed: Record<Account, readonly string[]> = {
  root: [],
  admin: [],
  sales: ['user', 'role', 'bank', 'for-you', 'auto-text'],
  sales2: ['user', 'role', 'bank', 'for-you', 'auto-text'],
  support: ['user', 'role', 'bank', 'for-you'],
  analyst: ['user', 'role', 'bank', 'leads', 'campaign', 'auto-text', 'tag-manager'],
}
/** Screens that are no plain list, by their heading: inboxes have neither a form nor rows to delete, figures no records. */
const drawnOtherwise: Readonly<Record<string, string>> = {
  'chat-platform': 'Chats',
  performance: 'Performance',
  'tanya-saham': 'Stock questions',
  'tanya-saham-algo': 'Questions by algorithm',
  'bot-conversation': 'Preview Bot Conversation',
}
const names = Object.keys(accounts).filter((name): name is Account => name in accounts)

const may = (client: Client, action: 'create' | 'get' | 'update' | 'delete', item: NavItem) =>
  passes(item.gate && { ...item.gate, action }, client.session)

/** Who may a part; who may do everything goes through every screen in all-screens.spec.ts. */
const first: readonly Account[] = ['sales']

/** Pages without an entry in the navigation open to those alone who may read what is there. */
async function expectGuarded(page: Page, { session }: Client, areas: readonly Area[]): Promise<void> {
  for (const name of ['media', 'member-alert', 'knowledge']) {
    const area = areas.find((each) => each.name === name)
    if (!area) throw new Error(`${name} is no area`)
    await goTo(page, `/${name}`)
    // Documents stand on the screen of the bot's settings.
    const list = name === 'knowledge' ? '/setting-bot-saham/list' : `/${name}/list`
    await expect(page).toHaveURL(passes(area.gate, session) ? new RegExp(list) : /\/restriction-page\?path=/)
  }
}

for (const name of names)
  test(`${name} sees what the role opens, and nothing else`, { tag: first.includes(name) ? [] : '@long' }, async ({ open, as }) => {
    // Every list there is, one after the other.
    const client = await as(name)
    const page = await open(name)
    // Whatever the server refuses stands in Root's log as an attempt.
    const refused: string[] = []
    const watch = (on: Page) =>
      on.on('response', (response) => response.status() === 403 && refused.push(`${new URL(on.url()).pathname}: ${response.url()}`))
    watch(page)
    await page.goto('/dashboard')
    await waitUntilSettled(page)
    const pocket = await open(name, phone)
    watch(pocket)
    await pocket.goto('/dashboard')
    await waitUntilSettled(pocket)
    const { items: nav, others } = await navAreas()
    const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')
    const expected = nav.filter((item) => passes(item.gate, client.session)).map((item) => item.path)
    await expect(links).toHaveCount(expected.length)
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(hrefs.sort()).toEqual(expected.sort())
    for (const section of closed[name]) expect(hrefs).not.toContain(`/${section}/list`)
    if (name === 'sales' || name === 'analyst')
      await test.step('alerts', async () => {
        await page.getByRole('button', { name: /^Your account/ }).click()
        await page.getByRole('menuitem', { name: 'Preferences' }).click()
        await expect(page.locator('#preference-new-tab')).toBeVisible()
        const hears = passes({ action: 'webnotif', anyOf: ['crm'] }, client.session)
        expect(hears).toBe(name === 'sales')
        await expect(page.locator('#preference-notifications')).toHaveCount(hears ? 1 : 0)
        await expect(page.locator('#preference-speech')).toHaveCount(hears ? 1 : 0)
        await page.keyboard.press('Escape')
      })

    for (const item of nav.filter((one) => one.path.endsWith('/list'))) {
      await test.step(item.name, async () => {
        await goTo(page, `/${item.name}/list`)
        if (!may(client, 'get', item)) {
          await expect(page).toHaveURL(/\/restriction-page\?path=/)
          return
        }
        const heading = drawnOtherwise[item.name]
        if (heading) return expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
        const section = allSections.find(({ name: sectionName }) => sectionName === item.name)
        // One record is its form, for everybody who may see it.
        if (section?.kind === 'setting') {
          await expect(page.locator('[data-field]').first()).toBeVisible()
          const isOpen = await page.locator('[data-field="name"] input').isEnabled()
          return expect(isOpen).toBe(may(client, 'update', item))
        }
        await expect(page.getByRole('link', { name: 'Add', exact: true })).toHaveCount(may(client, 'create', item) ? 1 : 0)
        // Records are chosen to be deleted, or to be changed at once where a section has fields for that.
        const hasBulkEdit = (section?.list.bulkEdit.length ?? 0) > 0
        const mayRemove = (section?.actions.includes('delete') ?? true) && may(client, 'delete', item)
        await expect(page.getByRole('checkbox', { name: 'Select all on this page' }).first()).toBeVisible({
          visible: mayRemove || (hasBulkEdit && may(client, 'update', item)),
        })
        if (!may(client, 'update', item) && section?.hasPage) {
          // A name, Enter and a double tap open the record to look at.
          await page.locator('[data-ref] [data-name]').first().click()
          const detail = new RegExp(`/${item.name}/detail/`)
          await expect(page).toHaveURL(detail)
          await expect(page.getByRole('button', { name: 'Back to the list' })).toBeVisible()
          await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
          // The list stays mounted beneath, hidden.
          await expect(
            page.locator('[data-field] :is(input, select, textarea, button:not([aria-expanded])):enabled').filter({ visible: true }),
          ).toHaveCount(0)
          await page.goBack()
          await waitUntilSettled(page)
          await page.keyboard.press('ArrowDown')
          await expect(page.locator('tr[data-ref][data-active]')).toBeFocused()
          await page.keyboard.press('Enter')
          await expect(page).toHaveURL(detail)
          await goTo(pocket, `/${item.name}/list`)
          const box = await pocket.locator('li[data-ref]').first().boundingBox()
          const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) - 6]
          await pocket.touchscreen.tap(x, y)
          await pocket.touchscreen.tap(x, y)
          await expect(pocket).toHaveURL(detail)
        }
        const [row] = section && may(client, 'update', item) ? (await client.list(section.path, { size: '1' })).data : []
        if (row) await goTo(page, `/${item.name}/edit/${row.ref}`)
        if (section?.actions.includes('create') === false) return
        await goTo(page, `/${item.name}/add`)
        if (!may(client, 'create', item)) await expect(page).toHaveURL(/\/restriction-page\?path=/)
      })
    }
    if (passes({ action: 'get', anyOf: ['crm'] }, client.session)) {
      const [room] = (await client.list(chatPlatform.path, { size: '1' })).data
      await goTo(page, `/chat-platform/list?room=${room?.ref}`)
    }
    for (const path of ['/account', '/device', '/alerts', '/outbox', '/register']) await goTo(page, path)
    await expectGuarded(page, client, others)
    expect(refused).toEqual([])
  })

test('the server refuses what the screen hides', async ({ as }) => {
  const analyst = await as('analyst')
  const answer = await analyst.fetch('/admin/in/v1/users')
  expect(answer.status).toBe(403)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
})
