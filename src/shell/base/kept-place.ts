import type { AnyRouter } from '@tanstack/react-router'
import { lastCreatedStore } from '#console/kit/text/last-created.ts'

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
 * the focus. A record just created is on top, so that list is scrolled to its top.
 */
export function keepPlace({ subscribe }: Pick<AnyRouter, 'subscribe'>): () => void {
  let left: Left | null = null
  const stops = [
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
      document.querySelector<HTMLElement>(`[data-ref="${CSS.escape(record)}"] [data-name]`)?.focus({ preventScroll: true })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
