import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { hasNoConnection } from '#console/data/api/api-error.ts'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { QrCode } from '#console/kit/parts/qr-code.tsx'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatDateTime, formatNumber, formatRupiah } from '#console/kit/text/format.ts'
import { fieldLabel } from '#console/kit/text/labels.ts'
import { detailLink } from '#console/kit/text/section-link.ts'
import { Button } from '#console/ui/button.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { admissionsOf, standingAdmissions } from '#contract/lib/admission.ts'
import { participant } from '#contract/sections/product/participant.ts'

function Ticket({ record }: { record: AnyRow }) {
  const call = sectionCall(participant, 'ticket')
  const { data, error, refetch, fetchStatus } = useQuery({
    queryKey: queryKeys.call(call.name, { ref: record.ref, ticket: record.ticket }),
    queryFn: ({ signal }) => request<{ code: string; number: number }>(call, { params: { id: record.ref }, signal }),
  })
  const isOffline = hasNoConnection({ error, fetchStatus })
  if (data)
    return (
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
        <QrCode text={data.code} label={t('participant.ticket.qr', { name: toText(record.name) })} />
        <p className="min-w-0 flex-1 text-sm text-muted-foreground">
          {t('participant.ticket.shown', { number: formatNumber(data.number) })}
        </p>
      </div>
    )
  if (!error && !isOffline) return <div className="size-44 animate-breathe rounded-lg bg-muted motion-reduce:animate-none" />
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 text-sm text-muted-foreground">
      <p>{isOffline ? t('participant.ticket.offline') : t('participant.ticket.failed')}</p>
      <Button onClick={() => void refetch()}>{t('participant.ticket.retry')}</Button>
    </div>
  )
}

/** Every mark of attendance, and a warning where one ticket was admitted more than once. */
function Admissions({ record }: { record: AnyRow }) {
  const marks = admissionsOf(record.admissions)
  const standing = standingAdmissions(marks)
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-medium">{t('participant.marks')}</h3>
      {standing.length > 1 && (
        <p role="status" className="flex gap-2 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning-text">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {t('participant.marks.twice', { count: standing.length, shown: formatNumber(standing.length) })}
        </p>
      )}
      <ol className="divide-y rounded-lg border">
        {marks.map(({ at, attended, gate, device, by }) => (
          <li key={`${at} ${device} ${attended}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
            <StatusBadge
              value={String(attended)}
              label={attended ? t('participant.marks.in') : t('participant.marks.out')}
              tone={attended ? 'good' : 'neutral'}
            />
            <time dateTime={at} className="tabular-nums">
              {formatDateTime(at)}
            </time>
            <span className="min-w-0 break-words text-muted-foreground">
              <bdi>{[gate, by].filter(Boolean).join(' · ')}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

const { fields } = participant

/** What became of the order of the seat and of its money, for those who may read orders. */
function SeatOrder({ record }: { record: AnyRow }) {
  const back = Number(record.order_refunded ?? 0)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm" data-seat-order="">
      <Link
        {...detailLink('transaction', toText(record.order_id))}
        className="font-medium text-primary-text underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
      >
        {fieldLabel('order_id', fields.order_id)}
      </Link>
      <ChoiceBadge value={record.order_status} field={fields.order_status} />
      <span className="tabular-nums">{formatRupiah(Number(record.order_total ?? 0))}</span>
      {back > 0 && (
        <span className="text-muted-foreground tabular-nums">
          {fieldLabel('order_refunded', fields.order_refunded)} {formatRupiah(back)}
        </span>
      )}
    </p>
  )
}

/** The ticket of a registered participant, the order of the seat, and where they came in. */
export function TicketPanel({ record }: { record: AnyRow }) {
  useLocale()
  const hasMarks = admissionsOf(record.admissions).length > 0
  const hasOrder = record.order_id != null && typeof record.order_status === 'string'
  if (record.state !== 'registered' && !hasMarks && !hasOrder) return null
  return (
    <section className="grid gap-5 rounded-lg border p-4 sm:col-span-2" aria-label={t('participant.ticket.title')}>
      {record.state === 'registered' && <Ticket record={record} />}
      {hasOrder && <SeatOrder record={record} />}
      {hasMarks && <Admissions record={record} />}
    </section>
  )
}
