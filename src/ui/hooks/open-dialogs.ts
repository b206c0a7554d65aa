/** Number of open dialogs and sheets, for elements that make room. */
import { useEffect, useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  count += by
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Counts a dialog while it is mounted. */
export function useCounted(): void {
  useEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}

export const useDialogOpen = (): boolean => useSyncExternalStore(subscribe, () => count > 0)
