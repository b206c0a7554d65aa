import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageCircle, Phone, RotateCw } from 'lucide-react'
import { recordsIn } from '#console/commerce/order-lines.ts'
import { request } from '#console/data/api/request.ts'
import { useAccess } from '#console/data/api/session.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t } from '#console/i18n/i18n.ts'
import { isCallable, telLink, whatsappLink } from '#console/kit/text/phone.ts'
import { addLink } from '#console/kit/text/section-link.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import { holds } from '#contract/kit/field/permission.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'

const ordersOf = sectionCall(transaction, 'historyOf')
/** Among as many orders the last membership is looked for. */
const shownAtMost = 20

/** The membership in these orders that was bought last ('membership/4'); '' where there is none. */
export function lastMembership(orders: readonly Readonly<Record<string, unknown>>[]): string {
  const paid = orders.filter(({ payment_status }) => payment_status === 'paid')
  const latest = paid.toSorted((a, b) => Date.parse(toText(b.paid_at)) - Date.parse(toText(a.paid_at)))
  const line = latest.flatMap(({ items }) => recordsIn(items)).find(({ category }) => category === 'membership')
  return line ? `membership/${toText(line.product_id)}` : ''
}

/** Link to an order of this member that begins with the membership bought last. */
function Renew({ record }: { record: AnyRow }) {
  const access = useAccess()
  const { data } = useQuery({
    queryKey: queryKeys.call(ordersOf.name, { renew: record.ref }),
    queryFn: ({ signal }) =>
      request<Page<AnyRow>>(ordersOf, { params: { member_id: record.ref }, list: { ...firstPage, size: shownAtMost }, signal }),
    enabled: record.version > 0 && holds(access, 'get transaction'),
    meta: { keep: true },
  })
  if (!holds(access, 'create transaction')) return null
  const renew = lastMembership(data?.data ?? [])
  return (
    <Link
      {...addLink(transaction.name, { customer_id: toText(record.id || record.ref), ...(renew && { renew }) })}
      className={buttonClass({ variant: 'primary' })}
    >
      <RotateCw aria-hidden="true" />
      {t('member.renew')}
    </Link>
  )
}

/** What one does with a member: call, write, and sell the membership again. */
export function ContactBar({ record }: { record: AnyRow & { phone?: unknown } }) {
  const { phone } = record
  return (
    <div className="flex flex-wrap gap-2 sm:col-span-2" data-contact="">
      {isCallable(phone) && (
        <>
          <a href={telLink(phone)} className={buttonClass({})}>
            <Phone aria-hidden="true" />
            {t('member.call')}
          </a>
          <a href={whatsappLink(phone)} target="_blank" rel="noopener noreferrer" className={buttonClass({})}>
            <MessageCircle aria-hidden="true" />
            {t('member.whatsapp')}
          </a>
        </>
      )}
      <Renew record={record} />
    </div>
  )
}
