import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { request } from '#console/data/api/request.ts'
import { useAccess } from '#console/data/api/session.ts'
import { atItsPath } from '#console/data/query/queries.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t } from '#console/i18n/i18n.ts'
import { ReferenceNames } from '#console/kit/parts/reference-names.tsx'
import { formatDateTime, formatRupiah } from '#console/kit/text/format.ts'
import { choiceLabel, fieldLabel } from '#console/kit/text/labels.ts'
import { showPhone } from '#console/kit/text/phone.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import { holds, type Permission } from '#contract/kit/field/permission.ts'
import type { HistoryEntry } from '#contract/kit/section/history.ts'
import { type AnyRow, fieldOf } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { RecordAnchor } from './record-anchor.tsx'

const { fields } = transaction
const history = sectionCall(transaction, 'history')

interface Step {
  key: string
  at: string
  label: string
  by?: string
}

/** What a change of the order was, in one word; null for one that nobody asks about. */
function happened({ action, changes }: HistoryEntry): string | null {
  if (action === 'create') return t('transaction.happened.create')
  if (action === 'trash' || action === 'delete') return t('transaction.happened.trash')
  if (action === 'restore') return t('transaction.happened.restore')
  const back = changes.refunded && Number(changes.refunded[1] ?? 0) - Number(changes.refunded[0] ?? 0)
  const refund = back ? `${t('transaction.call.refund')} ${formatRupiah(back)}` : ''
  if (changes.payment_status) return [choiceLabel(changes.payment_status[1], fields.payment_status), refund].filter(Boolean).join(' · ')
  if (refund) return refund
  if (changes.confirmed_at) return fieldLabel('confirmed_at', fields.confirmed_at)
  if (changes.proof) return fieldLabel('proof', fields.proof)
  return changes.note ? fieldLabel('note', fields.note) : null
}

const paidLabel = () => choiceLabel('paid', fields.payment_status)

/** An order may arrive long after it was made. */
const whenOf = ({ action, created_at }: HistoryEntry, { order_date }: Readonly<Record<string, unknown>>): string =>
  action === 'create' ? toText(order_date) || created_at : created_at

/** What the order itself says of when things happened, while its history is not there. */
function ownSteps(order: AnyRow & Readonly<Record<string, unknown>>): Step[] {
  const at = (key: string, label: string, value: unknown): Step[] => (typeof value === 'string' && value ? [{ key, at: value, label }] : [])
  return [
    ...at('confirmed', fieldLabel('confirmed_at', fields.confirmed_at), order.confirmed_at),
    ...at('paid', paidLabel(), order.paid_at),
    ...at('created', t('transaction.happened.create'), order.order_date ?? order.created_at),
  ]
}

function useSteps(order: AnyRow & Readonly<Record<string, unknown>>): Step[] {
  const { data } = useQuery({
    queryKey: queryKeys.call(history.name, { ref: order.ref, version: order.version, steps: true }),
    queryFn: ({ signal }) =>
      request<Page<HistoryEntry>>(atItsPath(transaction, history), { params: { id: order.ref }, list: { ...firstPage, size: 20 }, signal }),
    enabled: order.version > 0,
  })
  const read = (data?.data ?? []).flatMap((entry): Step[] => {
    const label = happened(entry)
    return label === null
      ? []
      : [{ key: String(entry.id), at: whenOf(entry, order), label, by: entry.created_by ?? t('transaction.happened.system') }]
  })
  if (!read.length) return ownSteps(order)
  // An order that was made as paid has no change that says so.
  const [paid] = read.some(({ label }) => label === paidLabel()) ? [] : ownSteps(order).filter(({ key }) => key === 'paid')
  return [...read, ...(paid ? [paid] : [])].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

/** Whom and what an order belongs to, each a link, and what happened when. */
export function OrderSide({ record }: { record: AnyRow }) {
  const access = useAccess()
  const order: AnyRow & Readonly<Record<string, unknown>> = record
  const steps = useSteps(order)
  const anchor = (
    section: string,
    permission: Permission,
    field: 'member_id' | 'sales' | 'lead_id' | 'campaign_id',
    name?: unknown,
  ): ReactNode => {
    const id = order[field]
    if (id === null || id === undefined || id === 0 || id === '') return null
    const label = typeof name === 'string' && name ? name : <ReferenceNames source={fields[field].to ?? ''} values={[id]} />
    return <RecordAnchor section={section} id={toText(id)} label={label} isLink={holds(access, permission)} />
  }
  const lines: Partial<Record<keyof typeof fields, ReactNode>> = {
    member_id: anchor('member', 'get member', 'member_id', order.member_name),
    member_phone: toText(order.member_phone) && <bdi dir="ltr">{showPhone(toText(order.member_phone))}</bdi>,
    sales: anchor('user', 'get user', 'sales', order.sales_name),
    lead_id: anchor('leads', 'get crm', 'lead_id'),
    campaign_id: anchor('campaign', 'get event', 'campaign_id', order.campaign_name),
    source: choiceLabel(order.source, fields.source),
  }
  return (
    <>
      <dl className="grid gap-3 text-sm" data-belongs="">
        {Object.entries(lines).map(
          ([name, value]) =>
            value && (
              <div key={name} className="grid gap-0.5">
                <dt className="text-xs text-muted-foreground">{fieldLabel(name, fieldOf(transaction, name))}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <section className="flex flex-col gap-3 border-t pt-5">
        <h2 className="text-sm font-semibold">{t('transaction.happened')}</h2>
        <ol className="grid gap-3 border-s ps-4 text-sm" data-happened="">
          {steps.map(({ key, at, label, by }) => (
            <li key={key}>
              <span className="font-medium">{label}</span>
              <span className="block text-xs text-muted-foreground">
                <time dateTime={at}>{formatDateTime(at)}</time>
                {by && (
                  <>
                    {' · '}
                    <bdi>{by}</bdi>
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
