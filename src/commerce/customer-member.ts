import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type FoldedRow, foldOne } from '#console/data/outbox/overlay/overlay.ts'
import { useFolding } from '#console/data/query/outbox-store.ts'
import { oneOptions } from '#console/data/query/queries.ts'
import { member } from '#contract/sections/member/member.ts'

export interface Customer {
  customer_phone: string
  customer_id: number | null
}

/**
 * The member with a customer's phone, with waiting changes: also one just added on this device offline. `row` is null where the customer is
 * a member that is not cached.
 */
export function useCustomerMember({ customer_phone: phone, customer_id }: Customer, mayRead: boolean) {
  const { waiting } = useFolding()
  const isKnown = customer_id !== null && customer_id > 0
  const { data } = useQuery({ ...oneOptions(member, customer_id ?? 0), enabled: isKnown && mayRead })
  return useMemo((): { key: number | string; folded: FoldedRow | null } | null => {
    if (isKnown) return { key: customer_id, folded: data ? foldOne(member, data, data.ref, waiting) : null }
    const made =
      phone === ''
        ? undefined
        : waiting.find(({ section, action, patch }) => section === member.name && action === 'create' && patch.phone === phone)
    const ref = made?.touches[0]
    const folded = ref === undefined ? null : foldOne(member, null, ref, waiting)
    return folded && { key: folded.row.ref, folded }
  }, [isKnown, customer_id, data, waiting, phone])
}
