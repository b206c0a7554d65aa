/** What people do with their outbox, in any engine. */
import { leads } from '#contract/sections/sales/leads.ts'
import type { EnginePage } from './page.ts'
import { untilWhole } from './screen.ts'
import type { World } from './world.ts'

export const saveToList = (page: EnginePage) =>
  page.clickUntil({ role: 'button', name: 'Save' }, 'the list after saving', () => location.pathname.endsWith('/list'))

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
  await page.go('/outbox')
  await untilWhole(page)
  await page.until('nothing waits and nothing needs a decision', () => document.querySelector('[data-mutation]') === null)
  await page.untilGone({ role: 'link', name: /waiting$/ })
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
