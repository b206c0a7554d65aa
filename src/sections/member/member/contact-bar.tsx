import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Phone, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { catalogueOptions } from '#console/commerce/catalogue.ts'
import { request } from '#console/data/api/request.ts'
import { useAccess } from '#console/data/api/session.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t } from '#console/i18n/i18n.ts'
import { WhatsappIcon } from '#console/kit/parts/whatsapp-icon.tsx'
import { isCallable, telLink, whatsappLink } from '#console/kit/text/phone.ts'
import { addLink } from '#console/kit/text/section-link.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import { holds } from '#contract/kit/field/permission.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { renewedMembership } from './renewed-membership.ts'

const ordersOf = sectionCall(transaction, 'historyOf')
/** Among as many orders the membership is looked for. */
const shownAtMost = 20

/** Link to an order of this member that begins with the membership to renew. Pressed before that is known, it goes when it is. */
function Renew({ record }: { record: AnyRow & { products?: unknown } }) {
  const access = useAccess()
  const navigate = useNavigate()
  const maySell = holds(access, 'create transaction')
  const orders = useQuery({
    queryKey: queryKeys.call(ordersOf.name, { renew: record.ref }),
    queryFn: ({ signal }) =>
      request<Page<AnyRow>>(ordersOf, { params: { member_id: record.ref }, list: { ...firstPage, size: shownAtMost }, signal }),
    enabled: record.version > 0 && holds(access, 'get transaction'),
    meta: { keep: true },
  })
  const catalogue = useQuery({ ...catalogueOptions('membership'), enabled: maySell })
  // Neither while it cannot be read, as without a network.
  const isComing = orders.isLoading || catalogue.isLoading
  const [isPressed, setPressed] = useState(false)
  const renew = renewedMembership(record.products, orders.data?.data ?? [], catalogue.data ?? [])
  const customer = toText(record.id || record.ref)
  const goes = isPressed && !isComing
  useEffect(() => {
    if (goes) void navigate(addLink(transaction.name, { customer_id: customer, ...(renew && { renew }) }))
  }, [goes, navigate, customer, renew])
  if (!maySell) return null
  return (
    <Link
      {...addLink(transaction.name, { customer_id: customer, ...(renew && { renew }) })}
      className={buttonClass({ variant: 'primary' })}
      aria-busy={isPressed || undefined}
      onClick={(event) => {
        if (!isComing) return
        event.preventDefault()
        setPressed(true)
      }}
    >
      {isPressed ? <Spinner /> : <RotateCw aria-hidden="true" />}
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
            <WhatsappIcon />
            {t('member.whatsapp')}
          </a>
        </>
      )}
      <Renew record={record} />
    </div>
  )
}
