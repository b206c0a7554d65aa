/**
 * Code that a deploy took away while this page was open: the page reloads once, with its drafts (docs/product/messages.md#new-version). A
 * browser tells of a failed import in words of its own, so the status of the file decides.
 */
import { ownBuild } from './build-of.ts'
import { applyUpdate, reload } from './service-worker.ts'

/** The build of the page that has reloaded already; a second time would be a loop. */
const key = 'lapangan-reloaded-build'
const code = /\/assets\/[\w.-]+\.(?:js|css)$/
const maxInstallMs = 10_000

function mayReload(): boolean {
  try {
    if (sessionStorage.getItem(key) === ownBuild()) return false
    sessionStorage.setItem(key, ownBuild())
    return true
  } catch {
    // Without a note of it there is no end to it.
    return false
  }
}

/** The worker would serve the old page again, so a new one takes over first. */
async function findUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update().catch(() => undefined)
  const { installing } = registration ?? {}
  if (installing)
    await new Promise<void>((resolve) => {
      installing.addEventListener('statechange', () => resolve(), { once: true })
      setTimeout(resolve, maxInstallMs)
    })
}

let isReloading = false

function isOwnCode(address: string): boolean {
  const url = new URL(address, location.origin)
  return url.origin === location.origin && code.test(url.pathname)
}

/** WebKit tells no status. What failed there has no body, like what came from the worker's cache. */
async function mayHaveFailed(entry: PerformanceEntry): Promise<boolean> {
  // The question below is an entry as well, and would ask itself without end.
  if ('initiatorType' in entry && entry.initiatorType === 'fetch') return false
  if ('responseStatus' in entry) return Number(entry.responseStatus) >= 400
  if (!('decodedBodySize' in entry) || entry.decodedBodySize !== 0 || !isOwnCode(entry.name)) return false
  return !(await globalThis.caches?.match(entry.name).catch(() => undefined))
}

/** Reloads where the server says that this file of ours is not there; without a network nothing is known. */
async function check(address: string): Promise<void> {
  if (isReloading || !isOwnCode(address)) return
  const status = await fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    (response) => response.status,
    () => 0,
  )
  if ((status !== 404 && status !== 410) || isReloading || !mayReload()) return
  isReloading = true
  await findUpdate()
  if (!(await applyUpdate())) await reload()
}

/** Called once, late; what failed before is read from the browser's list. */
export function watchGoneCode(): void {
  if ('PerformanceObserver' in globalThis) {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) void mayHaveFailed(entry).then((failed) => (failed ? check(entry.name) : undefined))
    })
    observer.observe({ type: 'resource', buffered: true })
  }
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    const [address] = /https?:[^\s'"]+\.(?:js|css)/.exec(reason instanceof Error ? reason.message.slice(0, 1_000) : '') ?? []
    if (address) void check(address)
  })
}
