/** Whether this page is visible. */
import { useSyncExternalStore } from 'react'

export const isVisible = (): boolean => document.visibilityState === 'visible'

function watch(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

export const useVisible = (): boolean => useSyncExternalStore(watch, isVisible)
