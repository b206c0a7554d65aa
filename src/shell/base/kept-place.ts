import type { AnyRouter } from '@tanstack/react-router'
import { lastCreatedStore } from '#console/kit/text/last-created.ts'

interface Left {
  place: string
  top: number
  fresh: unknown
}

/** The way to a section that a path begins with, `/leads/`. */
const sectionOf = (pathname: string): string => `/${pathname.split('/')[1]}/`

/** The same place whatever the order of its parameters is. */
function placeOf({ pathname, searchStr }: { pathname: string; searchStr: string }): string {
  const search = new URLSearchParams(searchStr)
  search.sort()
  return `${pathname}?${search}`
}

/**
 * A list that was left for one of its records is found where it was, however the way back goes: by the browser, a link or
 * after saving. The record that was open last gets the focus. One that was just made stands on top, so there the list is
 * shown from its top.
 */
export function keepPlace({ subscribe }: Pick<AnyRouter, 'subscribe'>): () => void {
  let left: Left | null = null
  const stops = [
    subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      if (sectionOf(fromLocation.pathname) !== sectionOf(toLocation.pathname)) left = null
      else if (fromLocation.pathname.endsWith('/list')) left = { place: placeOf(fromLocation), top: scrollY, fresh: lastCreatedStore.get() }
    }),
    // After the router's own handler, which puts a new place to its top.
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
