import { useEffect, useState } from 'react'
import { firstRow } from '#console/data/base/deferred.ts'

/** True after the first rows are drawn. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    let there = true
    const requestIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300))
    void firstRow.then(() => requestIdle(() => there && setIdle(true)))
    return () => {
      there = false
    }
  }, [])
  return idle
}
