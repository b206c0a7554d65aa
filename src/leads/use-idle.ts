import { useEffect, useState } from 'react'
import { firstRow, idle } from '#console/data/base/deferred.ts'

/** True after the first rows are drawn. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let there = true
    void firstRow.then(idle).then(() => there && setIdle(true))
    return () => {
      there = false
    }
  }, [])
  return isIdle
}
