/** Height of the bar that saves a form. As a property of the root element it would have every element of the page styled again. */
import { useSyncExternalStore } from 'react'

let height = 0
const listeners = new Set<() => void>()

/** `next`: pixels; 0 where there is no bar. */
export function setSaveBarHeight(next: number): void {
  height = next
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSaveBarHeight = (): number => useSyncExternalStore(subscribe, () => height)
