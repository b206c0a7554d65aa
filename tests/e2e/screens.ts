import type { Page } from '@playwright/test'
import type { SectionName } from '#contract/kit/field/register.ts'
import { sectionCalls } from '#contract/kit/section/section-calls.ts'
import { viewsOf } from '#contract/kit/section/view.ts'
import { sections } from '#contract/sections/index.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import type { Client } from '#tests/support/client.ts'
import { expect } from './fixtures.ts'

export interface Screen {
  name: string
  path: string
  /** The regular section that it belongs to. */
  section?: string
}

/** Every screen there is: the dashboard, the outbox, and list, form and further views of every section. */
export async function everyScreen(client: Client): Promise<Screen[]> {
  // The inbox is one screen, and has a test of its own for what is in it.
  const names = Object.keys(sections).filter((name): name is SectionName => name in sections && name !== 'chat-platform')
  const ofSections = names.map(async (name) => {
    const section = await sections[name]()
    const list = sectionCalls(section).find((call) => call.action === 'list')
    const [row] = list ? (await client.list(list.path)).data : []
    // A record that is changed or looked at has the form of a new one, filled, with its tabs.
    const views = viewsOf(section).flatMap(({ at }) => (at ? [at] : []))
    // What is never changed is added by a form that is seen nowhere else.
    const isAddedAlone = section.actions.includes('create') && !section.actions.includes('update')
    const forms = section.singleton ? [] : [row ? `edit/${row.ref}` : 'add', ...(row && isAddedAlone ? ['add'] : [])]
    const pages = ['list', ...forms, ...views]
    return pages.map((rest) => ({
      name: `${name} ${rest.split('/')[0]}`,
      path: `/${name}/${rest}`,
      section: name,
    }))
  })
  const [lead] = (await client.list(leads.path, { size: '1' })).data
  // A few cards on the board: all of the first page are three hundred of a kind, and take axe half a minute.
  const some = String(lead?.name).split(' ')[0]
  return [
    { name: 'dashboard', path: '/dashboard' },
    { name: 'outbox', path: '/outbox' },
    { name: 'chats', path: '/chat-platform/list' },
    { name: 'alerts', path: '/alerts' },
    { name: 'device', path: '/device' },
    { name: 'account', path: '/account' },
    { name: 'register', path: '/register' },
    { name: 'performance', path: '/performance/list' },
    { name: 'leads board', path: `/leads/list?view=board&query=search:${some}` },
    { name: 'leads import', path: '/leads/import' },
    ...(await Promise.all(ofSections)).flat(),
  ]
}

/** Resolves when nothing comes or goes by a transition any more. */
export const faded = (page: Page): Promise<unknown> =>
  page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))

/** Resolves when the screen shows what it has: a heading, no skeletons, nothing busy, nothing fading. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('#last-frame')).toHaveCount(0)
  await expect(page.locator('[data-skeleton], [aria-busy=true], .animate-pulse, .animate-breathe')).toHaveCount(0)
  await faded(page)
}

/**
 * What of the page, and of what is open on it, runs off sideways. A phone draws a page that is too wide smaller, so that it is its
 * own width that counts; of a window that scrolls its content is too wide, and of others something is cut off.
 */
function sideways(width: number): string[] {
  const of = (selector: string) => [...document.querySelectorAll(selector)]
  const isOutside = (element: Element) => {
    const { left, right } = element.getBoundingClientRect()
    return right > left && (left < -0.5 || right > width + 0.5)
  }
  // A title for readers alone is a pixel wide.
  const isCut = ({ scrollWidth, clientWidth }: Element) => clientWidth > 1 && scrollWidth > clientWidth + 1
  const scrolls = (element: Element) => getComputedStyle(element).overflowY !== 'visible'
  const windows = of('[role=dialog], [role=alertdialog], [role=menu]')
  const parts = windows.flatMap((window) => [window, ...window.children].filter(scrolls))
  return [
    ...(document.documentElement.scrollWidth > width ? [`the page: ${document.documentElement.scrollWidth}`] : []),
    ...(of('[data-top-bar] > * > :last-child').some(isOutside) ? ['the account button'] : []),
    ...(of('[data-bottom-bar] > :last-child').some(isOutside) ? ['the last tab'] : []),
    ...(windows.some(isOutside) ? ['a window'] : []),
    ...parts.filter(isCut).map((part) => `a window's content: ${part.scrollWidth} of ${part.clientWidth}`),
  ]
}

/** Layout that runs off the screen sideways is a defect at any size. */
export async function expectNoSideways(page: Page, screen: string): Promise<void> {
  expect(await page.evaluate(sideways, page.viewportSize()?.width ?? 0), `${screen} is wider than the screen`).toEqual([])
}

/** Widths of phones in CSS pixels, and sizes of letters in percent: what fits with the largest fits with those below, but on the smallest. */
const phones = [
  { width: 412, letters: [130] },
  { width: 390, letters: [130] },
  { width: 360, letters: [110, 120, 130] },
]

const setLetters = (page: Page, size: string) =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = value
  }, size)

/** Holds of every phone with every size of letters larger than usual. It leaves the page as it was. */
export async function expectFitsPhones(page: Page, screen: string): Promise<void> {
  const before = {
    ...(page.viewportSize() ?? { width: 360, height: 740 }),
    letters: await page.evaluate(() => document.documentElement.style.fontSize),
  }
  for (const { width, letters } of phones) {
    await page.setViewportSize({ width, height: 740 })
    for (const scale of letters) {
      await setLetters(page, `${scale}%`)
      // What floats is placed anew in a frame after the change.
      const found = () => page.evaluate(sideways, width)
      if ((await found()).length) await expect.poll(found, `${screen} at ${width} px with letters of ${scale} %`).toEqual([])
    }
  }
  await setLetters(page, before.letters)
  await page.setViewportSize({ width: before.width, height: before.height })
}

/** What the router says of itself to developer tools. */
interface RouterState {
  status: string
  resolvedLocation?: unknown
}

/** What a link does, without looking for the link; resolves when the router has arrived, whatever the screen shows. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: { state: RouterState } }
    const before = router.state.resolvedLocation
    history.pushState(null, '', to)
    const isThere = () => router.state.status === 'idle' && router.state.resolvedLocation !== before
    while (!isThere()) await new Promise((frame) => requestAnimationFrame(frame))
  }, path)
}

/** Another screen of the console that is open, with what it has. */
export async function goTo(page: Page, path: string): Promise<void> {
  await follow(page, path)
  await waitUntilSettled(page)
}
