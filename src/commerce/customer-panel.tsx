import { Link, useRouter } from '@tanstack/react-router'
import { BadgePlus, ReceiptText, UserRoundPlus } from 'lucide-react'
import { useAccess } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import type { FoldedRow } from '#console/data/query/outbox-store.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { MarkBadge } from '#console/kit/parts/marks.tsx'
import { useMay } from '#console/kit/text/permissions.ts'
import { recordLink } from '#console/kit/text/section-link.ts'
import { Button } from '#console/ui/button.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { holds } from '#contract/kit/field/permission.ts'
import { normalisePhone } from '#contract/lib/phone.ts'
import { member } from '#contract/sections/member/member.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { useSellable } from './catalogue.ts'
import { CustomerClasses } from './customer-classes.tsx'
import { CustomerEvents } from './customer-events.tsx'
import { type Customer, useCustomerMember } from './customer-member.ts'
import { CustomerOrders } from './customer-orders.tsx'
import { LeadOrder, useLeadWithPhone } from './lead-order.tsx'
import { Products } from './products.tsx'

/** A member: linked name, salesperson, and products. */
function Summary({ folded: { row, _state } }: { folded: FoldedRow }) {
  const may = useMay(member)
  const { name, status, sales_name, products }: Record<string, unknown> = row
  return (
    <div className="grid gap-2 text-sm">
      <span className="flex flex-wrap items-center gap-2">
        <Link
          {...recordLink(member.name, row.ref, {}, may.update)}
          className="w-fit font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
        >
          <bdi>{toText(name)}</bdi>
        </Link>
        <ChoiceBadge value={status} field={member.fields.status} />
        {_state && <MarkBadge mark={_state} record={row.ref} />}
      </span>
      {typeof sales_name === 'string' && <bdi className="text-muted-foreground">{sales_name}</bdi>}
      {row.version > 0 && <Products value={products} />}
    </div>
  )
}

interface Props extends Customer {
  /** Contact name of the customer. */
  name: string
}

/** Membership of a chat's customer, their orders, and buttons to add them or sell to them (docs/product/chat.md#customer-panel). */
export function CustomerPanel({ name, ...customer }: Props) {
  useLocale()
  const access = useAccess()
  const { history } = useRouter()
  const mayRead = holds(access, 'get member')
  const maySell = holds(access, 'create transaction')
  const found = useCustomerMember(customer, mayRead)
  const phone = customer.customer_phone
  const lead = useLeadWithPhone(phone)
  useSellable(maySell)
  const go = (path: string, search: Readonly<Record<string, string>>) =>
    history.push(`${path}?${new URLSearchParams({ fr: 'chat-platform', ...search })}`)
  const sell = () =>
    found
      ? go(`/${transaction.name}/add`, { customer_id: String(found.key), source: 'chat' })
      : postMessage({ kind: 'error', text: t('chat.noMember') })
  const mayAdd = !found && phone !== '' && holds(access, 'create member')
  const mayAddLead = !lead && normalisePhone(phone) !== null && holds(access, `create ${leads.permission}`)
  const addLead = () => history.push(`/${leads.name}/add?${new URLSearchParams({ name: name.slice(0, 120), phone })}`)
  const keys = [found?.key, found?.folded?.row.ref].filter((key) => key !== undefined)
  return (
    <>
      {found?.folded && mayRead ? (
        <Summary folded={found.folded} />
      ) : (
        <p className="text-sm text-muted-foreground">{found ? t('chat.memberIs', { id: found.key }) : t('chat.notMember')}</p>
      )}
      {(mayAdd || maySell || mayAddLead) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {mayAdd && (
            <Button onClick={() => go(`/${member.name}/add`, { phone, name })}>
              <UserRoundPlus aria-hidden="true" />
              {t('chat.addMember')}
            </Button>
          )}
          {mayAddLead && (
            <Button onClick={addLead}>
              <BadgePlus aria-hidden="true" />
              {t('part.addLead')}
            </Button>
          )}
          {maySell && lead && <LeadOrder lead={lead} from="chat-platform" />}
          {maySell && !lead && (
            <Button onClick={sell}>
              <ReceiptText aria-hidden="true" />
              {t('chat.addTransaction')}
            </Button>
          )}
        </div>
      )}
      {found?.folded && mayRead && found.folded.row.version > 0 && <CustomerClasses record={found.folded.row} />}
      {/* Without a number these would be everybody's. */}
      {phone && holds(access, 'get event') && <CustomerEvents phone={phone} />}
      {phone && holds(access, 'get transaction') && <CustomerOrders phone={phone} member={keys} />}
    </>
  )
}
