import { useCallback, useEffect, useRef } from 'react'

/** A callback with a stable identity that runs the latest function, so memoised children are not rendered again. */
export function useStableCallback<A extends unknown[]>(act: (...args: A) => void): (...args: A) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...args) => latest.current(...args), [])
}
