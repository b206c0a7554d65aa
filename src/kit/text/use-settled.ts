import { useEffect, useState } from 'react'

/** The value once it has stayed the same for so many milliseconds: for asking once while somebody types. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, milliseconds, () => value)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
