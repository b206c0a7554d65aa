import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'

/** Fields for some options only; without an option all are shown. */
export function Part({ of, children }: { of: readonly string[]; children: ReactNode }) {
  const option = useWatch({ name: 'option' })
  const isThere = !option || of.includes(String(option))
  return <div className={isThere ? 'contents' : 'hidden'}>{children}</div>
}
