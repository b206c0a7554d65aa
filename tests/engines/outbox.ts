/** What people do with their outbox, in any engine. */
import { leads } from '#contract/sections/sales/leads.ts'
import type { EnginePage } from './page.ts'
import { expectSame, untilWhole } from './screen.ts'
import type { World } from './world.ts'

/** Presses Save until the list is there: a press that meets a form half drawn does nothing (docs/product/forms.md#second-press). */
export async function saveToList(page: EnginePage): Promise<void> {
  const isListed = () => location.pathname.endsWith('/list')
  for (let round = 0; round < 4; round++) {
    await page.click({ role: 'button', name: 'Save' })
    if (await page.untilWithin(15_000, 'the list after saving', isListed).catch(() => false)) return
    if (await page.run(isListed)) return
  }
  throw new Error(`not saved: ${(await page.text()).slice(-600)}`)
}

/** Adds a lead by its form; resolves once the console shows that it is kept or sent. */
export async function addLead(page: EnginePage, name: string, phone: string): Promise<void> {
  await page.go('/leads/add')
  await page.type({ role: 'textbox', name: 'Name' }, name)
  await page.type({ role: 'textbox', name: 'Phone' }, phone)
  await saveToList(page)
}

export const untilWaiting = (page: EnginePage, count: number) => page.untilShown({ role: 'link', name: `${count} waiting` })

/** Nothing waits, and nothing needs a decision. */
export async function untilSent(page: EnginePage): Promise<void> {
  await page.untilGone({ role: 'link', name: /waiting$/ })
  await page.go('/outbox')
  await untilWhole(page)
  const rows = await page.run(() => [...document.querySelectorAll('[data-mutation]')].map((row) => row.textContent))
  expectSame('what needs a decision', rows, [])
}

/** The versions of the leads of this name on the server: [1] where it was added once. */
export async function versionsOf(world: World, name: string): Promise<number[]> {
  const admin = await world.as('admin')
  const { data } = await admin.list(leads.path, { query: `search:${name}`, size: '100' })
  return data.map(({ version }) => version)
}

/** Resolves once the leads are kept whole on the device. */
export const untilLeadsKept = (page: EnginePage) =>
  page.until('the leads are kept on the device', () => localStorage.getItem('lapangan-leads-held') !== null)
