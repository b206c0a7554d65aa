/** Walking the screens of the console by keyboard: what their buttons open, and whether all of that can be reached. */
import type { Page } from '@playwright/test'

/** What stays in the page while its screens change. */
interface Walk {
  /**
   * Opens all that the buttons of the screen open, and what opens within that, each kind once: `seen` has those of screens before. Tells
   * what it pressed, and what is wrong in words.
   */
  openAll(screen: string, seen: readonly string[]): Promise<Pressed>
  /** Presses all links and tabs of the screen that are not among `seen`, and comes back from each. */
  followAll(screen: string, seen: readonly string[]): Promise<Pressed>
}

interface Pressed {
  pressed: string[]
  /** In words. */
  faults: string[]
}

declare global {
  interface Window {
    walk: Walk
  }
}

export function makeWalk(broken: readonly string[]): Walk {
  const open = ':is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]'
  const opener = '[aria-haspopup]:not([aria-haspopup=false]), button[role=combobox]'
  const focusable = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"]), [role^=menuitem], [role=option]'
  const unsettled = '[data-skeleton], [aria-busy=true], .animate-pulse, .animate-breathe, .animate-spin'

  const panels = () => [...document.querySelectorAll(open)]
  const isUsable = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    const isDrawn = width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
    return isDrawn && !element.matches(':disabled, [aria-disabled=true], [data-disabled]')
  }
  const nameOf = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
  /** Its name without values, numbers and names of records: the same on one row as on the next. */
  const kindOf = (element: Element) => {
    const [label = ''] = nameOf(element).split(':')
    const words = label
      .replace(/[\d.,%+]+/g, '')
      .trim()
      .split(/\s+/)
    return element.matches('[role=combobox]')
      ? `picker ${label}`
      : `${element.getAttribute('role') ?? 'button'} ${words.slice(0, 2).join(' ')}`
  }
  const findOpeners = () => [...(panels().at(-1) ?? document).querySelectorAll<HTMLElement>(opener)].filter(isUsable)

  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
  /** Resolves to false where it is not so in time: a busy machine draws late. */
  const waitUntil = async (isSo: () => boolean) => {
    for (const end = performance.now() + 60_000; performance.now() < end; await frame()) if (isSo()) return true
    return false
  }
  /** A window of Radix gives the focus back some time after it has left the page: what is opened before that loses it, and closes. */
  const givesBack = 'focusScope.autoFocusOnUnmount'
  const closed = new WeakSet<Element>()
  const isStill = () => document.getAnimations().every(({ playState }) => playState !== 'running')
  const pressKey = (element: Element, key: string) =>
    element.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }))

  /** As a browser does it: a key, and a click where nothing took the key. */
  const press = async (button: HTMLElement) => {
    const before = panels()
    // As focus by Tab does before the key comes; WebKit scrolls to what a script has focused a frame later, or not at all.
    button.scrollIntoView({ block: 'nearest' })
    button.focus()
    if (pressKey(button, 'Enter')) button.click()
    const isWhole = () => {
      const top = panels().at(-1)
      return top !== undefined && !before.includes(top) && !top.querySelector(unsettled) && isStill()
    }
    return waitUntil(isWhole)
  }
  /** Its place once all between it and the panel is scrolled to it; the screen below stays where it is. */
  const placeIn = (panel: Element, element: Element) => {
    for (let box = element.parentElement; box && panel.contains(box); box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box)
      if (![overflowX, overflowY].some((flow) => flow === 'auto' || flow === 'scroll')) continue
      const [own, around] = [element.getBoundingClientRect(), box.getBoundingClientRect()]
      box.scrollTop += Math.max(0, own.bottom - around.bottom) - Math.max(0, around.top - own.top)
      box.scrollLeft += Math.max(0, own.right - around.right) - Math.max(0, around.left - own.left)
    }
    return element.getBoundingClientRect()
  }
  /** To the calendar at its highest, a month of six weeks. */
  const turnToSixWeeks = async () => {
    const panel = panels().at(-1)
    const next = panel?.querySelector<HTMLElement>('[aria-label="Next month"]')
    for (let turned = 0; next && turned < 12 && panel && panel.querySelectorAll('[data-day]').length < 42; turned += 1) {
      next.click()
      await frame()
    }
  }
  /** A calendar that scrolls beside its button, while the other side of it has the room. */
  const isSqueezed = (button: Element) => {
    const panel = panels().at(-1)
    if (!(panel instanceof HTMLElement) || !panel.querySelector('[data-day]') || panel.scrollHeight <= panel.clientHeight + 1) return false
    const { top, bottom } = button.getBoundingClientRect()
    const room = panel.dataset.side === 'bottom' ? top : panel.dataset.side === 'top' ? window.innerHeight - bottom : 0
    return room - 20 > panel.offsetHeight + 40
  }
  const findOutside = () => {
    const [panel] = panels().slice(-1)
    const parts = panel ? [panel, ...panel.querySelectorAll(focusable)].filter(isUsable) : []
    return parts.filter((element) => {
      const { top, bottom, left, right } = placeIn(panel as Element, element)
      return top < -1 || left < -1 || bottom > window.innerHeight + 1 || right > window.innerWidth + 1
    })
  }

  interface Router {
    state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
  }
  const isSame = (one: URL, other: URL) => {
    for (const { searchParams } of [one, other]) searchParams.sort()
    return one.pathname === other.pathname && `${one.searchParams}` === `${other.searchParams}`
  }
  const isArrived = () => {
    const { state } = (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
    // The address changes before the router begins with it.
    const isKnown = isSame(new URL(state.location.href, location.origin), new URL(location.href))
    return isKnown && state.status === 'idle' && state.resolvedLocation?.href === state.location.href
  }
  const hereNow = () => location.pathname + location.search
  const isWhole = () =>
    isArrived() && document.querySelector('main h1, main h2') !== null && !document.querySelector(`main :is(${unsettled})`)
  /** An address without ids and what is searched for, or the words of a tab that is no link. */
  const patternOf = (element: Element) => {
    if (!(element instanceof HTMLAnchorElement)) return `tab ${nameOf(element)}`
    const { pathname, searchParams } = new URL(element.href)
    const kept = [...searchParams].map(([name, value]) => (name === 'tab' ? `tab=${value}` : name))
    return [pathname.replace(/\/(\d+|[\da-f]{8}-[\da-f-]{27})(?=\/|$)/g, '/:id'), ...new Set(kept)].join(' ')
  }
  const findLinks = () =>
    [
      ...document.querySelectorAll<HTMLElement>('a[href], [role=tab], nav button:not([aria-expanded], [aria-pressed], [aria-haspopup])'),
    ].filter(
      (element) =>
        isUsable(element) &&
        (!(element instanceof HTMLAnchorElement) ||
          (element.origin === location.origin && !element.target && !element.download && element.getAttribute('href')?.startsWith('/'))),
    )

  return {
    async followAll(screen, before) {
      const seen = new Set(before)
      const found: Pressed = { pressed: [], faults: [] }
      const start = hereNow()
      for (const pattern of findLinks().map(patternOf)) {
        if (seen.has(pattern)) continue
        seen.add(pattern)
        const link = findLinks().find((each) => patternOf(each) === pattern)
        const key = `${screen} › ${nameOf(link ?? document.body).slice(0, 40)} (${pattern})`
        const leads = link instanceof HTMLAnchorElement && !isSame(new URL(link.href), new URL(location.href))
        link?.click()
        // The router takes a press up some frames later.
        const isLed = !leads || (await waitUntil(() => hereNow() !== start))
        if (!link || !isLed || !(await waitUntil(isWhole)))
          found.faults.push(`${key}: ${link ? 'leads to nothing whole' : 'is gone'}, at ${hereNow()}`)
        const words = document.querySelector('main')?.textContent ?? ''
        found.faults.push(...broken.filter((each) => words.includes(each)).map((each) => `${key}: '${each}'`))
        if (location.pathname === '/restriction-page') found.faults.push(`${key}: may not be opened`)
        found.pressed.push(pattern)
        if (hereNow() === start) continue
        // A tab replaces the entry of the history, so there is no way back by it.
        history.pushState(null, '', start)
        if (!(await waitUntil(() => hereNow() === start && isWhole()))) found.faults.push(`${key}: no way back, at ${hereNow()}`)
      }
      return found
    },
    async openAll(screen, before) {
      const seen = new Set(before)
      const pressed: string[] = []
      const faults: string[] = []
      const lost = new Set<string>()
      const size = `${window.innerWidth}x${window.innerHeight}`
      const walk = async (way: readonly string[]): Promise<void> => {
        let below = panels()
        const closeAbove = async () => {
          while (panels().some((panel) => !below.includes(panel))) {
            const shown = panels()
            for (const panel of shown) panel.addEventListener(givesBack, () => closed.add(panel))
            pressKey(document.activeElement ?? document.body, 'Escape')
            if (!(await waitUntil(() => shown.some((panel) => closed.has(panel)) && isStill()))) return false
            if (document.activeElement === document.body) lost.add(nameOf(shown.at(-1) as Element).slice(0, 60))
          }
          return true
        }
        for (const kind of findOpeners().map(kindOf)) {
          const isOfFrame =
            below.length === 0 &&
            !findOpeners()
              .find((each) => kindOf(each) === kind)
              ?.closest('main')
          const key = [isOfFrame ? 'frame' : screen, ...way, kind].join(' › ')
          if (seen.has(key)) continue
          seen.add(key)
          // An entry of a menu has closed the menu that the next one is in.
          if (panels().length < below.length) {
            for (const step of way) {
              const again = findOpeners().find((each) => kindOf(each) === step)
              if (again) await press(again)
            }
            below = panels()
          }
          const button = findOpeners().find((each) => kindOf(each) === kind)
          if (!button || !(await press(button))) {
            faults.push(`${key} at ${size}: ${button ? 'opens nothing whole' : 'is gone'}`)
            await closeAbove()
            continue
          }
          pressed.push(key)
          await turnToSixWeeks()
          await waitUntil(() => {
            // What is around it may have grown since the press.
            button.scrollIntoView({ block: 'nearest' })
            return !findOutside().length
          })
          const outside = findOutside().map((element) => `${element.tagName.toLowerCase()} '${nameOf(element).slice(0, 40)}'`)
          if (outside.length) faults.push(`${key} at ${size}: outside lie ${outside.slice(0, 3).join(', ')} and ${outside.length} in all`)
          if (isSqueezed(button)) faults.push(`${key} at ${size}: scrolls, though the other side of its button has more room`)
          await walk([...way, kind])
          if (!(await closeAbove())) faults.push(`${key} at ${size}: Escape does not close it`)
        }
      }
      // What is done with several has its place once one is chosen.
      const box = document.querySelector<HTMLElement>('main [data-ref] input[aria-label^="Select "]:not(:checked)')
      box?.click()
      await frame()
      await walk([])
      box?.click()
      return { pressed, faults: [...faults, ...[...lost].map((words) => `${screen}: the focus is lost when this closes: ${words}`)] }
    },
  }
}

/** To be called once, before the page is opened; `broken`: words that no screen may have. */
export const prepareWalk = (page: Page, broken: readonly string[] = []) =>
  page.addInitScript(`window.walk = (${makeWalk})(${JSON.stringify(broken)})`)
