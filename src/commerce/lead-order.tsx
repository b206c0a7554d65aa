import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { useAccess } from '#console/data/api/session.ts'
import { useOverlay } from '#console/data/query/outbox-store.ts'
import { listOptions } from '#console/data/query/queries.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { getOwnSales } from '#console/kit/text/own-sales.ts'
import { addLink } from '#console/kit/text/section-link.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { holds } from '#contract/kit/field/permission.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { storedPhone } from '#contract/lib/phone.ts'
import { member } from '#contract/sections/member/member.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { useSellable } from './catalogue.ts'

/** Id of a record, or its ref while it waits. */
type Key = number | string

const keyOf = ({ id, ref }: AnyRow): Key => (id > 0 ? id : ref)

/** Initial values of an order for a lead: the member with its phone, else a new customer, and the salesperson. */
export function orderOfLead(lead: AnyRow, memberKey: Key | null): Record<string, string> {
  const { name, phone, email, sales, campaign_id } = lead
  const customer =
    memberKey === null ? { 'customer.name': name, 'customer.phone': phone, 'customer.email': email } : { customer_id: memberKey }
  const given = Object.entries({ ...customer, lead_id: keyOf(lead), source: 'lead', sales, campaign_id })
  return Object.fromEntries(given.flatMap(([field, value]) => (value ? [[field, toText(value)]] : [])))
}

/** Readable records with a phone, from the cache where possible, including waiting ones. */
function useWithPhone(section: Section, phone: string): AnyRow[] {
  const mayRead = holds(useAccess(), `get ${section.permission}`)
  const wanted = storedPhone(phone)
  const list = { ...firstPage, size: 5, search: wanted }
  const { data } = useQuery({ ...listOptions(section, list), enabled: mayRead && wanted !== '', meta: {} })
  const { rows } = useOverlay(section, data?.data ?? [], list)
  const isThere = ({ row, _state }: (typeof rows)[number]) =>
    wanted !== '' && row.phone === wanted && _state !== 'deleting' && _state !== 'failed'
  return rows.filter(isThere).map(({ row }) => row)
}

/** Lead with a phone: this salesperson's own before others, then the newest. */
export function useLeadWithPhone(phone: string): AnyRow | null {
  const found = useWithPhone(leads, phone)
  return found.find(({ sales }) => sales === getOwnSales()) ?? found[0] ?? null
}

interface Props {
  lead: AnyRow
  /** Section to which the order form returns. */
  from: 'chat-platform' | 'leads'
}

/** Link from a lead to a prefilled order. */
export function LeadOrder({ lead, from }: Props) {
  useLocale()
  const maySell = holds(useAccess(), 'create transaction')
  const [known] = useWithPhone(member, toText(lead.phone))
  useSellable(maySell)
  if (!maySell) return null
  return (
    <Link {...addLink(transaction.name, { fr: from, ...orderOfLead(lead, known ? keyOf(known) : null) })} className={buttonClass({})}>
      <ReceiptText aria-hidden="true" />
      {t('transaction.ofLead')}
    </Link>
  )
}
