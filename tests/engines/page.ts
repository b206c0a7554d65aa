/** A person at a page of any engine: they look for what is shown, press it, type, and wait until something is so. */
import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Step, Tab } from './engine.ts'

/** What to press: a selector, the words of an element or its label, or a role with its name. */
export type Target = string | { text: string } | { role: Role; name: string | RegExp }
type Role = 'button' | 'link' | 'textbox' | 'menuitem' | 'checkbox' | 'combobox' | 'option' | 'switch' | 'tab'

const keyPoints = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
} as const
export type Key = keyof typeof keyPoints

export interface EnginePage {
  readonly tab: Tab
  /** A path of the product, or a whole address. */
  go(path: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  forward(): Promise<void>
  /** Runs a function in the page; what it returns, or a promise of it, comes back as JSON. It sees its arguments only, which may be such functions. */
  run<A extends readonly unknown[], T>(work: (...args: A) => T | Promise<T>, ...args: A): Promise<T>
  /** Resolves once `run` gives something true, and to that; `what` names it where it never comes. Errors of a page that is left count as no. */
  until<A extends readonly unknown[], T>(what: string, work: (...args: A) => T | Promise<T>, ...args: A): Promise<T>
  /** The same, with a limit in ms. */
  untilWithin<A extends readonly unknown[], T>(within: number, what: string, work: (...args: A) => T | Promise<T>, ...args: A): Promise<T>
  /** Presses the middle of what is shown of it, once it stands still and nothing covers it. */
  click(target: Target): Promise<void>
  /** Presses it, and once more each 15 s, until something is so: a press that meets a page half drawn does nothing. */
  clickUntil<A extends readonly unknown[], T>(target: Target, what: string, isSo: (...args: A) => T | Promise<T>, ...args: A): Promise<void>
  isShown(target: Target): Promise<boolean>
  untilShown(target: Target, within?: number): Promise<void>
  untilGone(target: Target, within?: number): Promise<void>
  /** Presses the field and types over what is in it. */
  type(target: Target, text: string): Promise<void>
  /** Types where the cursor stands. */
  write(text: string): Promise<void>
  press(...keys: Key[]): Promise<void>
  /** Gives files to an input, shown or not. */
  choose(selector: string, files: readonly File[]): Promise<void>
  /** Words of the page. */
  text(): Promise<string>
  path(): Promise<string>
  shot(file: string): Promise<void>
  size(width: number, height: number): Promise<void>
  /** Errors, rejections and refused policies since the last call, over the pages of this tab. */
  faults(): Promise<string[]>
  close(): Promise<void>
}

/** Milliseconds after which what did not come counts as missing: long, as a machine that does much else draws late. */
const patience = 300_000
/** Milliseconds until a press counts as one that missed its field, or met a page half drawn. */
const [cursorWithin, againAfter] = [10_000, 15_000]

interface Wanted {
  css?: string
  text?: string
  role?: Role
  name?: string
  isPattern?: boolean
}

const wantedOf = (target: Target): Wanted => {
  if (typeof target === 'string') return { css: target }
  if ('text' in target) return { text: target.text }
  const isPattern = target.name instanceof RegExp
  return { role: target.role, name: target.name instanceof RegExp ? target.name.source : target.name, isPattern }
}
const wordsOf = (target: Target) => (typeof target === 'string' ? target : Object.values(target).map(String).join(' '))

/** In the page: the first element that is shown and fits; the innermost one of a text. */
function findElement({ css, text, role, name = '', isPattern = false }: Wanted): HTMLElement | null {
  const roles: Readonly<Record<Role, string>> = {
    button: 'button, [role=button]',
    link: 'a[href], [role=link]',
    textbox: 'input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), textarea, [role=textbox], [contenteditable=true]',
    menuitem: '[role^=menuitem]',
    checkbox: 'input[type=checkbox], [role=checkbox]',
    combobox: 'select, [role=combobox]',
    option: '[role=option]',
    switch: '[role=switch]',
    tab: '[role=tab]',
  }
  const clean = (value: string | null | undefined) => (value ?? '').replace(/\s+/g, ' ').trim()
  const isDrawn = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden'
  }
  /** Without what only eyes get, such as the mark of a required field. */
  const spokenBy = (element: Element | null) => {
    if (!element?.querySelector('[aria-hidden=true]')) return element?.textContent
    const copy = element.cloneNode(true) as Element
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
    return copy.textContent
  }
  const namesOf = (element: Element) => {
    const labels = [...((element as HTMLInputElement).labels ?? [])]
    const byId = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).map((id) => document.getElementById(id))
    return [element.getAttribute('aria-label'), ...[...byId, ...labels, element].map(spokenBy)].map(clean).filter(Boolean)
  }
  const isNamed = (element: Element, wanted: string) =>
    namesOf(element).some((each) => (isPattern ? new RegExp(wanted).test(each) : each === clean(wanted)))
  const all = [...document.querySelectorAll<HTMLElement>(css ?? (role ? roles[role] : 'body *'))].filter(isDrawn)
  if (css) return all[0] ?? null
  const found = all.filter((element) => isNamed(element, role ? name : (text ?? '')))
  return (role ? found[0] : found.findLast((element) => !found.some((inner) => inner !== element && element.contains(inner)))) ?? null
}

/** In the page: where to press it, or why it cannot be pressed yet. */
async function findPlace(find: typeof findElement, wanted: Wanted): Promise<{ x: number; y: number } | { not: string }> {
  const element = find(wanted)
  if (!element) return { not: 'not shown' }
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
  const before = element.getBoundingClientRect()
  await Promise.race([frame().then(frame), new Promise((late) => setTimeout(late, 250))])
  const { left, right, top, bottom } = element.getBoundingClientRect()
  if (Math.abs(before.left - left) > 0.5 || Math.abs(before.top - top) > 0.5) return { not: 'moving' }
  if (element.matches(':disabled, [aria-disabled=true]')) return { not: 'disabled' }
  const [x, y] = [
    Math.round((Math.max(0, left) + Math.min(innerWidth, right)) / 2),
    Math.round((Math.max(0, top) + Math.min(innerHeight, bottom)) / 2),
  ]
  const hit = document.elementFromPoint(x, y)
  const isHit = hit && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.control === element)
  return isHit ? { x, y } : { not: `covered by ${hit?.outerHTML.slice(0, 120)}` }
}

/** Nothing is waited for in a browser that was killed, whatever its driver calls that. */
const isGone = (error: unknown) => /browser has gone|has been closed|invalid session id/.test(String(error))

/** In the page: whether the cursor is in a field, all of which is selected then. */
function selectAll(): boolean {
  const field = document.activeElement
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
  else if (field instanceof HTMLElement && field.isContentEditable) getSelection()?.selectAllChildren(field)
  else return false
  return true
}

/** In the page: what the field with the cursor holds. */
function readField(): string {
  const field = document.activeElement
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : field?.textContent) ?? ''
}

const plainOf = (text: string) => text.replace(/\s/g, '')

export function pageOf(tab: Tab, base: string): EnginePage {
  // tsx names functions by a helper that the page does not have.
  const run: EnginePage['run'] = async (work, ...args) => {
    const sent = args.map((each) => (typeof each === 'function' ? `(${each})` : JSON.stringify(each))).join()
    const text = `async () => { const __name = (named) => named; return JSON.stringify({ value: await (${work})(${sent}) }) }`
    return JSON.parse(await tab.call(text)).value
  }
  const untilWithin: EnginePage['untilWithin'] = async (within, what, work, ...args) => {
    let problem = ''
    for (const end = performance.now() + within; performance.now() < end; ) {
      const asked = performance.now()
      const value = await run(work, ...args).catch((error) => {
        if (isGone(error)) throw error
        problem = ` (${String(error).slice(0, 300)})`
      })
      if (value) return value
      // WebKit runs the scripts of a driver first: the database of a page that is polled without a pause never answers it.
      await pause(50 + 2 * (performance.now() - asked))
    }
    const where = await run(
      () => `${location.pathname}: ${(document.querySelector('main') ?? document.body).textContent?.slice(0, 400)}`,
    ).catch(String)
    throw new Error(`never: ${what}, within ${within / 1_000} s${problem}; at ${where}`)
  }
  const isThere = (find: typeof findElement, wanted: Wanted) => find(wanted) !== null
  const isNowhere = (find: typeof findElement, wanted: Wanted) => find(wanted) === null
  async function pressOn(target: Target, isNeedless: () => Promise<boolean>): Promise<void> {
    let why = ''
    for (const end = performance.now() + patience; performance.now() < end; await pause(50)) {
      if (await isNeedless()) return
      const place = await run(findPlace, findElement, wantedOf(target)).catch((error) => {
        if (isGone(error)) throw error
        return { not: String(error).slice(0, 200) }
      })
      if ('not' in place) why = place.not
      else {
        const steps: Step[] = [
          { type: 'pointerMove', ...place },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]
        return tab.perform('pointer', steps)
      }
    }
    throw new Error(`'${wordsOf(target)}' cannot be pressed: ${why}; at ${await page.path().catch(String)}`)
  }
  const page: EnginePage = {
    tab,
    run,
    untilWithin,
    until: (what, work, ...args) => untilWithin(patience, what, work, ...args),
    go: (path) => tab.navigate(new URL(path, base).href),
    reload: () => tab.reload(),
    back: () => tab.traverse(-1),
    forward: () => tab.traverse(1),
    click: (target) => pressOn(target, async () => false),
    async clickUntil(target, what, isSo, ...args) {
      // A press that does its work late takes what is pressed away before it could be pressed once more.
      const isDone = () => run(isSo, ...args).then(Boolean, () => false)
      for (let round = 1; ; round++) {
        await pressOn(target, round > 1 ? isDone : async () => false)
        try {
          await untilWithin(againAfter, what, isSo, ...args)
          return
        } catch (error) {
          if (isGone(error) || round === 6) throw error
        }
      }
    },
    isShown: (target) => run(isThere, findElement, wantedOf(target)),
    untilShown: async (target, within = patience) =>
      void (await untilWithin(within, `shown: ${wordsOf(target)}`, isThere, findElement, wantedOf(target))),
    untilGone: async (target, within = patience) =>
      void (await untilWithin(within, `gone: ${wordsOf(target)}`, isNowhere, findElement, wantedOf(target))),
    async type(target, text) {
      let found = ''
      // A form that is drawn anew or moved under the hands takes the cursor or words away; a field may write spaces between them.
      for (let round = 0; round < 6; round++) {
        await page.click(target)
        const isIn = untilWithin(cursorWithin, `the cursor in ${wordsOf(target)}`, selectAll)
        if (!(await isIn.catch(() => false))) continue
        await page.write(text)
        found = await run(readField)
        if (plainOf(found) === plainOf(text)) return
      }
      throw new Error(`typed '${text}' into ${wordsOf(target)}, which holds '${found}'`)
    },
    write: (text) =>
      tab.perform(
        'key',
        [...text].flatMap((value): Step[] => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    press: (...keys) =>
      tab.perform(
        'key',
        keys.flatMap((key): Step[] => [
          { type: 'keyDown', value: keyPoints[key] },
          { type: 'keyUp', value: keyPoints[key] },
        ]),
      ),
    async choose(selector, files) {
      await page.until(`an input ${selector}`, (css) => document.querySelector(css) !== null, selector)
      const sent = files.map(async (file) => ({
        name: file.name,
        type: file.type,
        content: Buffer.from(await file.arrayBuffer()).toString('base64'),
      }))
      await run(
        (css, chosen) => {
          const input = document.querySelector<HTMLInputElement>(css)
          if (!input) throw new Error(`no ${css}`)
          const transfer = new DataTransfer()
          for (const { name, type, content } of chosen)
            transfer.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], name, { type }))
          input.files = transfer.files
          input.dispatchEvent(new Event('input', { bubbles: true }))
          input.dispatchEvent(new Event('change', { bubbles: true }))
        },
        selector,
        await Promise.all(sent),
      )
    },
    text: () => run(() => document.querySelector('#root')?.textContent ?? ''),
    path: () => run(() => location.pathname + location.search),
    shot: async (file) => writeFile(file, await tab.picture()),
    size: (width, height) => tab.resize(width, height),
    faults: () =>
      run((): string[] => {
        const kept = sessionStorage.getItem('__faults') ?? '[]'
        sessionStorage.removeItem('__faults')
        return JSON.parse(kept)
      }),
    close: () => tab.close(),
  }
  return page
}
