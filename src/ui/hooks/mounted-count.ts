import { useEffect, useSyncExternalStore } from 'react'

/** Counts mounted elements of a kind, for others that make room for them. */
export function createMountedCount() {
  let count = 0
  const listeners = new Set<() => void>()
  const change = (by: number): void => {
    count += by
    for (const listener of [...listeners]) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    /** Counts one while it is mounted. */
    useCounted: (): void =>
      useEffect(() => {
        change(1)
        return () => change(-1)
      }, []),
    useIsSome: (): boolean => useSyncExternalStore(subscribe, () => count > 0),
  }
}
