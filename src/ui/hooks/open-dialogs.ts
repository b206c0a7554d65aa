/** How many dialogs and sheets are open, for what must make room for them. */
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

/** Counts a dialog from when it is drawn until it is gone. */
export function useCounted(): void {
  useEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}

export const useDialogOpen = (): boolean => useSyncExternalStore(subscribe, () => count > 0)
