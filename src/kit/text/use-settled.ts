import { useEffect, useState } from 'react'

/** The value once unchanged for this many milliseconds; debounces requests while typing. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, milliseconds, () => value)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
