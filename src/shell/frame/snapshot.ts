/**
 * Page snapshot: the HTML of the last list, stored for the next start. boot.js shows it before the bundle runs; it is removed once the same
 * rows are drawn (src/data/start/background.ts).
 */

import { sessionStore } from '#console/data/api/session.ts'
import { snapshotKey } from '#console/data/api/session-data.ts'
import { tokenExpiry } from '#console/data/api/token.ts'
import { writeItem } from '#console/data/base/storage.ts'
import { queryClient } from '#console/data/query/query-client.ts'

const maxCharacters = 200_000
const idleMs = 1_000

/** Attributes that refer to other elements or have side effects; a snapshot has none. */
const removedAttributes = ['id', 'for', 'name', 'autofocus', 'aria-controls', 'aria-labelledby', 'aria-describedby', 'tabindex']

/** Returns the snapshot; null where there is no list, no rows yet, or an open dialog. */
function takeSnapshot(root: HTMLElement): string | null {
  const isList = /^\/[^/]+\/list\/?$/.test(location.pathname)
  if (!isList || !root.querySelector('[data-ref]') || root.querySelector('[data-skeleton]')) return null
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return null
  const copy = root.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return null
  for (const element of copy.querySelectorAll(removedAttributes.map((name) => `[${name}]`).join()))
    for (const name of removedAttributes) element.removeAttribute(name)
  const html = copy.innerHTML
  return html.length > maxCharacters ? null : html
}

function storeSnapshot(): void {
  const root = document.getElementById('root')
  const { session } = sessionStore.get()
  const html = root && session && takeSnapshot(root)
  if (!html) return
  const frame = {
    path: location.pathname + location.search,
    locale: document.documentElement.lang,
    wide: matchMedia('(min-width: 48rem)').matches,
    sheet: document.querySelector('link[rel=stylesheet]')?.getAttribute('href'),
    expires: (tokenExpiry(session.token) ?? 0) * 1_000,
    html,
  }
  writeItem(snapshotKey, JSON.stringify(frame))
}

/** Takes snapshots when lists have changed and the page is idle, and when the person leaves. */
export function startSnapshots(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      ;(window.requestIdleCallback ?? setTimeout)(storeSnapshot)
    }, idleMs)
  }
  queryClient.getQueryCache().subscribe(later)
  // A snapshot takes several frames, so none is taken while scrolling.
  document.addEventListener('scroll', () => timer === undefined || later(), { capture: true, passive: true })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && storeSnapshot())
  storeSnapshot()
}
