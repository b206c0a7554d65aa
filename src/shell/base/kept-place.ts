import type { AnyRouter } from '@tanstack/react-router'
import { isByKey, trackPresses } from '#console/data/base/last-press.ts'
import { lastCreatedStore } from '#console/kit/text/last-created.ts'
import { listenToSave } from './save-key.ts'

interface Left {
  place: string
  top: number
  fresh: unknown
}

/** Path prefix of a section, `/leads/`. */
const sectionOf = (pathname: string): string => `/${pathname.split('/')[1]}/`

/** Key of a location, whatever the order of its parameters. */
function placeOf({ pathname, searchStr }: { pathname: string; searchStr: string }): string {
  const search = new URLSearchParams(searchStr)
  search.sort()
  return `${pathname}?${search}`
}

/**
 * Restores a list's position after one of its records, however the person returns: by browser, link or saving. The record opened last gets
 * the focus, after a new one the button that adds. A record just created is on top, so that list is scrolled to its top.
 */
export function keepPlace({ subscribe }: Pick<AnyRouter, 'subscribe'>): () => void {
  let left: Left | null = null
  const stops = [
    // These begin after the first row as well.
    trackPresses(),
    listenToSave(),
    subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      if (sectionOf(fromLocation.pathname) !== sectionOf(toLocation.pathname)) left = null
      else if (fromLocation.pathname.endsWith('/list')) left = { place: placeOf(fromLocation), top: scrollY, fresh: lastCreatedStore.get() }
    }),
    // Runs after the router's handler, which scrolls to the top.
    subscribe('onRendered', ({ fromLocation, toLocation }) => {
      const list = left
      if (list?.place !== placeOf(toLocation) || !fromLocation || fromLocation.pathname === toLocation.pathname) return
      left = null
      if (lastCreatedStore.get() !== list.fresh) return
      window.scrollTo({ top: list.top, behavior: 'instant' })
      const record = fromLocation.pathname.split('/').at(-1) ?? ''
      const row = document.querySelector<HTMLElement>(`[data-ref="${CSS.escape(record)}"] [data-name]`)
      const opener = row ?? (isByKey() ? document.querySelector<HTMLElement>('#main [data-add]') : null)
      opener?.focus({ preventScroll: true })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
