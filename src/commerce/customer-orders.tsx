import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasNoConnection } from '#console/data/api/api-error.ts'
import { pendingRow } from '#console/data/outbox/overlay/overlay.ts'
import type { OutboxRow } from '#console/data/outbox/row/types.ts'
import { useFolding } from '#console/data/query/outbox-store.ts'
import { readPage } from '#console/data/query/queries.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { MarkBadge } from '#console/kit/parts/marks.tsx'
import { formatDate, formatRupiah } from '#console/kit/text/format.ts'
import { detailLink } from '#console/kit/text/section-link.ts'
import { Button } from '#console/ui/button.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { orderMoney } from '#contract/commerce/order-money.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { linesOf, recordsIn } from './order-lines.ts'

const call = sectionCall(transaction, 'historyOfPhone')
const shownAtMost = 5

/** Total of a waiting order at its quoted prices; only the server can check its code. */
function quoted(items: unknown): number {
  const lines = recordsIn(items).map(({ price, qty }) => ({ price: Number(price ?? 0), qty: Number(qty ?? 0) }))
  return orderMoney(lines, null).total
}

const isOf = ({ patch }: OutboxRow, phone: string, member: readonly unknown[]) =>
  member.includes(patch.member_id) || (isRecord(patch.customer) && patch.customer.phone === phone)

function Order({ row, waits = false }: { row: AnyRow & Record<string, unknown>; waits?: boolean }) {
  const number = typeof row.order_number === 'string' ? row.order_number : t('chat.orderWaits')
  return (
    <li className="py-2 text-sm">
      <span className="flex items-center gap-2">
        <Link
          {...detailLink(transaction.name, row.ref)}
          className="min-w-0 truncate font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
        >
          <bdi>{number}</bdi>
        </Link>
        <span className="ms-auto shrink-0">
          {waits ? (
            <MarkBadge mark="pending" record={row.ref} />
          ) : (
            <ChoiceBadge value={row.payment_status} field={transaction.fields.payment_status} />
          )}
        </span>
      </span>
      <span className="flex gap-2 text-muted-foreground">
        <span className="min-w-0 flex-1 truncate">
          {formatDate(toText(row.order_date ?? row.created_at))}
          {linesOf(row.items) && !waits && ` · ${linesOf(row.items)}`}
        </span>
        <span className="shrink-0 tabular-nums text-foreground">{formatRupiah(waits ? quoted(row.items) : Number(row.total))}</span>
      </span>
    </li>
  )
}

interface Props {
  phone: string
  /** Id and ref of the member, as waiting orders may have either. */
  member: readonly unknown[]
}

/** Latest orders of a phone, waiting ones first. */
export function CustomerOrders({ phone, member }: Props) {
  useLocale()
  const { waiting } = useFolding()
  const list = { ...firstPage, size: shownAtMost, filters: [{ field: 'phone', values: [phone] }] }
  const { data, error, fetchStatus, refetch } = useQuery({
    queryKey: queryKeys.call(call.name, phone),
    queryFn: ({ signal }) => readPage(call, list, signal),
    meta: { keep: true },
  })
  const isOffline = hasNoConnection({ error, fetchStatus })
  const stored = data?.data ?? []
  const made = waiting
    .filter((row) => row.section === transaction.name && row.action === 'create' && isOf(row, phone, member))
    .map((row) => pendingRow(transaction, row))
    .filter(({ ref }) => !stored.some((row) => row.ref === ref))
  const isEmpty = stored.length + made.length === 0
  return (
    <div className="mt-4">
      <h4 className="pb-1 text-xs text-muted-foreground">{t('chat.orders')}</h4>
      {isEmpty && data && <p className="text-sm text-muted-foreground">{t('chat.noOrders')}</p>}
      {isEmpty && !data && isOffline && <p className="text-sm text-muted-foreground">{t('chat.ordersOffline')}</p>}
      {!data && !error && !isOffline && <Skeleton className="h-12" />}
      {!data && error && !isOffline && (
        <div className="flex items-center justify-between gap-3 text-sm">
          <span className="min-w-0 text-muted-foreground">{error.message || t('app.wrong')}</span>
          <Button size="small" onClick={() => void refetch()}>
            {t('app.retry')}
          </Button>
        </div>
      )}
      <ul className="flex flex-col divide-y empty:hidden" aria-label={t('chat.orders')}>
        {made.toReversed().map((row) => (
          <Order key={row.ref} row={row} waits />
        ))}
        {stored.map((row) => (
          <Order key={row.ref} row={row} />
        ))}
      </ul>
    </div>
  )
}
