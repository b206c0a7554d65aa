import { useEffect, useState } from 'react'

/** True once the first rows had their turn. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const wait = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300))
    const id = wait(() => setIdle(true))
    return () => (window.cancelIdleCallback ?? clearTimeout)(id)
  }, [])
  return idle
}
