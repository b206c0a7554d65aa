import { useEffect, useState } from 'react'
import { toRecord } from '#contract/kit/field/guards.ts'

/** URL for viewing a stored or just chosen file. */
export function useAddress(value: unknown): string | null {
  const { content, url } = toRecord(value)
  const [made, setMade] = useState<string | null>(null)
  useEffect(() => {
    if (!(content instanceof Blob)) return setMade(null)
    const address = URL.createObjectURL(content)
    setMade(address)
    return () => URL.revokeObjectURL(address)
  }, [content])
  return made ?? (typeof url === 'string' ? url : null)
}
