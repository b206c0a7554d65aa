import { useCallback, useEffect, useRef } from 'react'

/** The same function for as long as its owner stands, so that parts that show the same as before are not drawn again. */
export function useStableCallback<A extends unknown[]>(act: (...args: A) => void): (...args: A) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...args) => latest.current(...args), [])
}
