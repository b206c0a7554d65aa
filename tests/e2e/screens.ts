import type { Page } from '@playwright/test'
import type { Section } from '#contract/kit/section/section.ts'
import { sectionCalls } from '#contract/kit/section/section-calls.ts'
import { viewsOf } from '#contract/kit/section/view.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { event } from '#contract/sections/product/event.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import type { Client } from '#tests/support/client.ts'
import { allSections } from '#tests/support/sections.ts'
import { expect } from './fixtures.ts'

export interface Screen {
  name: string
  path: string
  /** Its regular section. */
  section?: string
}

/** List, form and further views of a section. */
async function screensOf(section: Section, client: Client): Promise<Screen[]> {
  const { name } = section
  const list = sectionCalls(section).find((call) => call.action === 'list')
  const [row] = list ? (await client.list(list.path)).data : []
  // Edit and detail screens have the same form, filled, with tabs.
  const views = viewsOf(section).flatMap(({ at }) => (at ? [at] : []))
  // Add forms of sections that cannot be edited.
  const isAddedAlone = section.actions.includes('create') && !section.actions.includes('update')
  const forms = section.kind === 'setting' ? [] : [row ? `edit/${row.ref}` : 'add', ...(row && isAddedAlone ? ['add'] : [])]
  return ['list', ...forms, ...views].map((rest) => ({ name: `${name} ${rest.split('/')[0]}`, path: `/${name}/${rest}`, section: name }))
}

/** All screens: dashboard, outbox, and list, form and further views of every section. */
export async function everyScreen(client: Client): Promise<Screen[]> {
  // The inbox is one screen, with a test of its own.
  const ofSections = allSections.flatMap((section) => (section.kind === 'inbox' ? [] : [screensOf(section, client)]))
  const [lead] = (await client.list(leads.path, { size: '1' })).data
  const [live] = (await client.list(event.path, { size: '1' })).data
  // A few cards on the board: three hundred similar ones take axe half a minute.
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
    { name: 'report quantity', path: `/report/quantity?period=ytd&year=${wibDay(new Date()).slice(0, 4)}&compare=true` },
    { name: 'report score board', path: '/report/score-board?compare=true' },
    { name: 'report activity', path: `/report/activity/list?period=ytd&year=${wibDay(new Date()).slice(0, 4)}&compare=true` },
    { name: 'report exports', path: '/report/activity/history' },
    { name: 'leads board', path: `/leads/list?view=board&query=search:${some}` },
    { name: 'leads import', path: '/leads/import' },
    { name: 'event door', path: `/event/door/${live?.ref}` },
    ...(await Promise.all(ofSections)).flat(),
  ]
}

/** Resolves after all transitions. */
export const faded = (page: Page): Promise<unknown> =>
  page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))

/** Resolves when the screen is complete: a heading, no skeletons, nothing busy, nothing fading. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('#last-frame')).toHaveCount(0)
  await expect(page.locator('[data-skeleton], [aria-busy=true], .animate-pulse, .animate-breathe')).toHaveCount(0)
  await faded(page)
}

/** On the list of leads: the first sync lies over the last rows while it runs. */
export async function waitForFirstSync(page: Page): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('lapangan-leads-held') !== null)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
}

/**
 * Elements of the page and its overlays that overflow horizontally. Phones zoom out of a page that is too wide, so its own width counts; in
 * a scrolling window the content is too wide, in others it is clipped.
 */
export function sideways(width: number): string[] {
  const of = (selector: string) => [...document.querySelectorAll(selector)]
  const isOutside = (element: Element) => {
    const { left, right } = element.getBoundingClientRect()
    return right > left && (left < -0.5 || right > width + 0.5)
  }
  // Titles for screen readers are a pixel wide.
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

/** Horizontal overflow is a defect at any size. */
export async function expectNoSideways(page: Page, screen: string): Promise<void> {
  expect(await page.evaluate(sideways, page.viewportSize()?.width ?? 0), `${screen} is wider than the screen`).toEqual([])
}

/** Fields into which an iPhone zooms when they are touched, because their letters are below 16 px at the usual size. */
function smallFields(): string[] {
  const { style } = document.documentElement
  const before = style.fontSize
  style.fontSize = '100%'
  const isTyped = (field: Element) => !field.matches(':is([type=checkbox], [type=radio], [type=range], [type=file], [type=color])')
  const found = [...document.querySelectorAll('input, textarea, select, [contenteditable=true], [role=combobox]')]
    .filter((field) => isTyped(field) && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => `${field.tagName.toLowerCase()} '${field.getAttribute('aria-label') ?? field.id}': ${getComputedStyle(field).fontSize}`)
  style.fontSize = before
  return found
}

/** Every field that is typed into can be touched without a zoom that stays. */
export async function expectNoZoom(page: Page, screen: string): Promise<void> {
  expect(await page.evaluate(smallFields), `fields of ${screen} under 16 px`).toEqual([])
}

/** Lines whose letters below the base line (g, j, p, y, ç) are cut by their own box, or covered by what follows in their row. */
export function cutLines(): string[] {
  const faults: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { parentElement: parent, textContent } = texts.currentNode
    if (!parent || !textContent?.trim() || parent.getBoundingClientRect().width <= 1) continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const lines = [...range.getClientRects()].filter(({ width }) => width > 1)
    const words = textContent.trim().slice(0, 40)
    const { overflowY } = getComputedStyle(parent)
    const box = parent.getBoundingClientRect()
    const isCut = ({ top, bottom }: DOMRect) => (top + bottom) / 2 < box.bottom && bottom > box.bottom + 1
    if ((overflowY === 'hidden' || overflowY === 'clip') && lines.some(isCut)) faults.push(`'${words}' is cut`)
    const covers = [...(parent.closest('li[data-ref]')?.querySelectorAll('*') ?? [])].filter((other) => {
      if (!(parent.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) || parent.contains(other)) return false
      const { left, right, top, bottom } = other.getBoundingClientRect()
      const isOver = (line: DOMRect) =>
        Math.min(bottom, line.bottom) - Math.max(top, line.top) > 1 &&
        Math.min(right, line.right, box.right) - Math.max(left, line.left, box.left) > 1
      // What is shown on hover only covers nothing.
      return (
        lines.some(isOver) &&
        other.checkVisibility({ opacityProperty: true }) &&
        !/^(transparent|rgba\(.*, 0\))$/.test(getComputedStyle(other).backgroundColor)
      )
    })
    if (covers.length) faults.push(`'${words}' is covered by '${covers[0]?.textContent?.slice(0, 40)}'`)
  }
  return faults
}

export async function expectWholeLines(page: Page, screen: string): Promise<void> {
  expect(await page.evaluate(cutLines), `lines of ${screen}`).toEqual([])
}

/** Lines of text that a row is drawn in, without what only screen readers get and pictures. */
export const linesIn = (row: Element): number => {
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
  const boxes: DOMRect[] = []
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    if (!parent || parent.closest('[aria-hidden=true]') || parent.getBoundingClientRect().width <= 1) continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    boxes.push(...[...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0))
  }
  boxes.sort((one, other) => one.top - other.top)
  let [lines, end] = [0, Number.NEGATIVE_INFINITY]
  for (const { top, bottom } of boxes) {
    if ((top + bottom) / 2 <= end) continue
    lines += 1
    end = bottom
  }
  return lines
}

/** Widths of phones in CSS pixels, and font sizes in percent: the largest size covers the smaller ones, except on the smallest phone. */
const phones = [
  { width: 412, letters: [130] },
  { width: 390, letters: [130] },
  { width: 360, letters: [110, 120, 130] },
]

const setLetters = (page: Page, size: string) =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = value
  }, size)

/** Checks every phone with every larger font size; restores the page. */
export async function expectFitsPhones(page: Page, screen: string): Promise<void> {
  const before = {
    ...(page.viewportSize() ?? { width: 360, height: 740 }),
    letters: await page.evaluate(() => document.documentElement.style.fontSize),
  }
  for (const { width, letters } of phones) {
    await page.setViewportSize({ width, height: 740 })
    for (const scale of letters) {
      await setLetters(page, `${scale}%`)
      // Floating elements are positioned a frame later.
      const found = () => page.evaluate(sideways, width)
      if ((await found()).length) await expect.poll(found, `${screen} at ${width} px with letters of ${scale} %`).toEqual([])
    }
  }
  await setLetters(page, before.letters)
  await page.setViewportSize({ width: before.width, height: before.height })
}

/** Router state as for developer tools. */
interface RouterState {
  status: string
  resolvedLocation?: unknown
}

/** What a link does, without looking for the link; resolves when the router has arrived, whatever the screen shows. */
export async function follow(page: Page, path: string): Promise<void> {
  // A page is loaded before its router stands.
  await page.waitForFunction(() => '__TSR_ROUTER__' in window)
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
