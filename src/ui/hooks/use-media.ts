import { useCallback, useSyncExternalStore } from 'react'

const lists = new Map<string, MediaQueryList>()

/** Shared per query: creating one costs more than reading it. */
function listOf(query: string): MediaQueryList {
  const known = lists.get(query) ?? matchMedia(query)
  lists.set(query, known)
  return known
}

/** Whether a media query matches, with updates. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = listOf(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => listOf(query).matches)
}

/** Layout with cards, bottom sheets and a bottom bar; paper, however narrow, has none of these. */
export const usePhone = (): boolean => useMedia('screen and (max-width: 47.99rem)')
