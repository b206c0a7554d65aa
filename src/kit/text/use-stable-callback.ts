import { useCallback, useEffect, useRef } from 'react'

/** A callback with a stable identity that always runs the latest function, so that memoised children are not drawn again. */
export function useStableCallback<A extends unknown[]>(act: (...args: A) => void): (...args: A) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...args) => latest.current(...args), [])
}
