/** A screen of the console in any engine: when it is whole, and what is wrong with it. */
import { sideways } from '../e2e/screens.ts'
import type { EnginePage, Target } from './page.ts'

/** In the page: a heading, nothing of the frame before it, no skeletons, nothing busy, nothing fading; throws what is missing. */
function isWhole(): boolean {
  const isDrawn = (element: Element) => element.getBoundingClientRect().height > 0
  if (![...document.querySelectorAll('h1')].some(isDrawn)) throw new Error('no heading')
  const busy = document.querySelector('#last-frame, [data-skeleton], [aria-busy=true], .animate-pulse, .animate-breathe')
  if (busy) throw new Error(`still there: ${(busy.closest('section') ?? busy).outerHTML.slice(0, 300)}`)
  if (document.getAnimations().some(({ playState }) => playState === 'running')) throw new Error('still moving')
  return true
}

export const untilWhole = (page: EnginePage) => page.until('the screen is whole', isWhole)

/** Router state as for developer tools. */
interface Router {
  state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
}

/** What a link to this path does; resolves when its screen is whole. */
export async function follow(page: EnginePage, path: string): Promise<void> {
  await page.run((to) => history.pushState(null, '', to), path)
  await page.until(`the router is at ${path}`, () => {
    const { state } = (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
    const at = new URL(state.location.href, location.origin)
    return at.pathname === location.pathname && state.status === 'idle' && state.resolvedLocation?.href === state.location.href
  })
  await untilWhole(page)
}

/** What of the screen lies beside it. */
export const findSideways = (page: EnginePage): Promise<string[]> =>
  page.run((find: typeof sideways) => {
    return find(window.innerWidth)
  }, sideways)

/** Throws what is not as it should be. */
export function expectNone(what: string, found: readonly string[]): void {
  if (found.length) throw new Error(`${what}:\n${found.join('\n')}`)
}

export function expectSame(what: string, found: unknown, wanted: unknown): void {
  const [is, should] = [found, wanted].map((value) => JSON.stringify(value))
  if (is !== should) throw new Error(`${what}: ${is}, not ${should}`)
}

/** Polls until something that the test reads itself, such as the server, is so. */
export async function untilSo(what: string, isSo: () => Promise<boolean>, within = 300_000): Promise<void> {
  for (const end = performance.now() + within; !(await isSo()); await new Promise((later) => setTimeout(later, 100)))
    if (performance.now() > end) throw new Error(`never: ${what}, within ${within / 1_000} s`)
}

/** Looks for three seconds: what is not shown by then does not come. */
export async function expectNever(page: EnginePage, target: Target): Promise<void> {
  for (const end = performance.now() + 3_000; performance.now() < end; await new Promise((later) => setTimeout(later, 100)))
    if (await page.isShown(target)) throw new Error(`shown: ${JSON.stringify(target)}`)
}
