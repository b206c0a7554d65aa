import { Link } from '@tanstack/react-router'
import { serverNow } from '#console/data/base/server-clock.ts'
import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import type { FieldOptions } from '#console/kit/form/values/tools.ts'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { writeNumber } from '#console/kit/text/read-number.ts'
import { editLink } from '#console/kit/text/section-link.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { rangeOf, targetsOf } from '#contract/sections/stock/pick-rules.ts'
import { freezesAfter, frozenFields, recommendation } from '#contract/sections/stock/recommendation.ts'
import { FollowUps } from './recommendation/follow-ups.tsx'
import { LastPriceNote } from './recommendation/last-price.tsx'
import { LifeCell, LifePanel, lifeOf, lifeText } from './recommendation/life.tsx'
import { Preview } from './recommendation/preview.tsx'

const { kind: kinds, status: statuses } = recommendation.fields

function buyText(row: AnyRow): string {
  const { from, to } = rangeOf(row)
  return from === null || to === null ? '' : `${writeNumber(from)}–${writeNumber(to)}`
}
const sellText = ({ sell_price }: AnyRow) => (sell_price == null ? '' : writeNumber(Number(sell_price)))
const targetText = (row: AnyRow) => targetsOf(row).map(writeNumber).join(' / ')

const isScheduled = ({ status, published_on }: AnyRow) => status === 'publish' && Date.parse(toText(published_on)) > serverNow()

function Status({ row }: { row: AnyRow }) {
  if (isScheduled(row)) return <StatusBadge value="scheduled" label={t('recommendation.scheduled')} tone="info" />
  return (
    <span className="inline-flex items-center gap-1.5">
      <StatusBadge value={row.status} label={choiceLabel(row.status, statuses)} />
      {row.late === true && <StatusBadge value="late" label={t('recommendation.late')} tone="warning" />}
    </span>
  )
}

/** Members trade on it: its prices and dates stay as published. */
const isFrozen = ({ status, published_on }: AnyRow) => status !== 'draft' && Date.parse(toText(published_on)) + freezesAfter < serverNow()

export const screens = defineSection(recommendation, {
  live: [recommendation.name],
  columns: ({ column }) => [
    column('kind', { cell: ({ kind }) => choiceLabel(kind, kinds) }),
    column('category', { cell: ({ category }) => (category == null ? null : toText(category)) }),
    column('life', { cell: (row) => <LifeCell row={row} />, text: lifeText, width: '16rem' }),
    column('buy_price', { cell: (row) => <bdi className="tabular-nums">{buyText(row) || '–'}</bdi>, text: buyText, align: 'end' }),
    column('target_price', { cell: (row) => <bdi className="tabular-nums">{targetText(row) || '–'}</bdi>, text: targetText, align: 'end' }),
    column('stop_loss', { cell: ({ stop_loss }) => (stop_loss == null ? null : writeNumber(Number(stop_loss))), align: 'end' }),
    column('sell_price', { cell: ({ sell_price }) => (sell_price == null ? null : writeNumber(Number(sell_price))), align: 'end' }),
    column('current_price', {
      cell: ({ current_price }) => (current_price == null ? null : writeNumber(Number(current_price))),
      align: 'end',
    }),
    column('status', { cell: (row) => <Status row={row} /> }),
  ],
  line: (row) => [
    choiceLabel(row.kind, kinds),
    lifeText(row),
    ...(row.kind === 'buy' ? [buyText(row), targetText(row)] : [toText(row.category)]),
    sellText(row),
  ],
  // A new record starts with one target.
  starts: () => ({ target_price: [{ price: null }] }),
  form: ({ field, group, side, watch, record }) => {
    const isFixed = record !== null && isFrozen(record)
    const options = (name: keyof typeof recommendation.fields): FieldOptions =>
      isFixed && frozenFields.some((each) => each === name) ? { fixed: true } : {}
    const drawFields = (...names: (keyof typeof recommendation.fields)[]) => names.map((name) => field(name, options(name)))
    return (
      <>
        {record && <LifePanel record={record} />}
        {record?.open_buy_id != null && (
          <p className="text-sm text-muted-foreground sm:col-span-2">
            {t('recommendation.open_buy_id')}{' '}
            <Link
              {...editLink(recommendation.name, toText(record.open_buy_id))}
              className="font-medium text-primary-text underline-offset-2 hover:underline"
            >
              {choiceLabel('buy', kinds)} {toText(record.stock_code)}
            </Link>
          </p>
        )}
        {record && <FollowUps record={record} />}
        {isFixed && (
          <p className="rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning-text sm:col-span-2">{t('recommendation.frozen')}</p>
        )}
        {field('stock_id', options('stock_id'))}
        {field('kind', { fixed: record !== null })}
        {drawFields('category')}
        {group(
          'prices',
          <>
            {!isFixed && watch((values) => <LastPriceNote values={values} />)}
            {drawFields('buy_price')}
            {field('target_price', {
              ...options('target_price'),
              hint: watch(({ kind }) => (kind === 'buy' ? null : t('recommendation.stillToCome'))),
            })}
            {drawFields('stop_loss', 'sell_price', 'risk', 'horizon')}
          </>,
        )}
        {group('reason', drawFields('reason', 'chart'))}
        {group('publishing', drawFields('status', 'published_on', 'audience', 'send_push'))}
        {side(watch((values) => <Preview values={values} life={record && lifeOf(record)} />))}
      </>
    )
  },
})
