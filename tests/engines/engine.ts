/** What every engine's browser can do; pages of people are built on it in page.ts. */

export type EngineName = 'webkit' | 'firefox' | 'chromium'
export const engineNames: readonly EngineName[] = ['webkit', 'firefox', 'chromium']

/** One step of a pointer or a keyboard, as the W3C's WebDriver and WebDriver BiDi both have it. */
export type Step =
  | { type: 'pointerMove'; x: number; y: number }
  | { type: 'pointerDown' | 'pointerUp'; button: number }
  | { type: 'keyDown' | 'keyUp'; value: string }

export type Device = 'pointer' | 'key'

/** A tab: the least that an engine must bring. */
export interface Tab {
  /** Resolves when the document is read; in WebKit, which loses scripts that meet a document half read, when all of it is loaded. */
  navigate(url: string): Promise<void>
  reload(): Promise<void>
  /** One entry of the history, back (-1) or forward (1). */
  traverse(delta: -1 | 1): Promise<void>
  /** Calls the text of a function that returns a text, or a promise of one. */
  call(text: string): Promise<string>
  perform(device: Device, steps: readonly Step[]): Promise<void>
  picture(): Promise<Buffer>
  /** Of the page, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  close(): Promise<void>
}

export interface EngineOptions {
  /** Folder of the profile, which survives `kill`. */
  profile: string
  /** Folder of what is downloaded. */
  downloads: string
  isDark?: boolean
  /** Windows that forget everything when the browser ends; Chromium's look like any other to a page, and are ordinary ones here. */
  isPrivate?: boolean
  /** Runs in every page before its own scripts, beside `collect`. */
  script?: string
}

/** A browser on a profile. It runs until it is killed or disposed, and starts again on the same profile. */
export interface EngineBrowser {
  readonly profile: string
  /** As the browser tells it. */
  readonly version: string
  newTab(): Promise<Tab>
  /** SIGKILL to the browser and all its processes: nothing is written or closed. */
  kill(): Promise<void>
  /** After `kill`. */
  start(): Promise<void>
  /** Ends it at once, whatever it does; the profile stays. */
  stop(): Promise<void>
}

/** What a browser takes from the machine: English, and Jakarta's clock. */
export const surroundings = { LANGUAGE: 'en', LC_ALL: 'C.UTF-8', TZ: 'Asia/Jakarta' }

/** Runs in every page before its own scripts, and keeps what went wrong over the pages of a tab, in sessionStorage. */
export const collect = `(() => {
  const put = (kind, text) => {
    try {
      const kept = JSON.parse(sessionStorage.getItem('__faults') || '[]')
      kept.push(kind + ': ' + String(text).slice(0, 500) + ' @' + location.pathname)
      sessionStorage.setItem('__faults', JSON.stringify(kept.slice(-300)))
    } catch {}
  }
  // Sizes that the browser tells observers a frame later, such as of a row that is measured while it is drawn: it reports them as an error.
  const isLate = (text) => String(text).startsWith('ResizeObserver loop completed')
  const place = (target) => target && (target.src || target.href)
  addEventListener('error', (e) => isLate(e.message) || put('error', e.message ? e.message + ' ' + (e.filename || '') + ':' + e.lineno : 'resource ' + place(e.target)), true)
  addEventListener('unhandledrejection', (e) => put('rejection', String(e.reason) + ' ' + ((e.reason && e.reason.stack) || '')))
  addEventListener('securitypolicyviolation', (e) => put('policy', e.violatedDirective + ' ' + e.blockedURI))
})()`
