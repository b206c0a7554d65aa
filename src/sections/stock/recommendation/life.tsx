import { Gain } from '#console/commerce/gain.tsx'
import { t } from '#console/i18n/i18n.ts'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatDate, formatNumber, formatRupiah } from '#console/kit/text/format.ts'
import { formatGain } from '#console/kit/text/format-more.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import type { RowOf } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { recommendation } from '#contract/sections/stock/recommendation.ts'

const { life: lifeField } = recommendation.fields
const fields = lifeField.fields ?? {}

export type Life = NonNullable<RowOf<typeof recommendation.fields>['life']>

const isLife = (value: unknown): value is Life => isRecord(value) && typeof value.state === 'string'

/** Life of a record; null unless it is a published buy. */
export const lifeOf = ({ life }: Readonly<Record<string, unknown>>): Life | null => (isLife(life) ? life : null)

/** State in words: closed ones say why. */
const stateWord = ({ state, closed_by }: Life) =>
  state === 'closed' && closed_by ? choiceLabel(closed_by, fields.closed_by) : choiceLabel(state, fields.state)

export function LifeState({ life }: { life: Life }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {life.state === 'closed' && life.closed_by ? (
        <ChoiceBadge value={life.closed_by} field={fields.closed_by} />
      ) : (
        <ChoiceBadge value={life.state} field={fields.state} />
      )}
      {life.overdue === true && <StatusBadge value="overdue" label={t('recommendation.life.overdue')} tone="warning" />}
    </span>
  )
}

/** Distance of the price from the buying price, in words: it is no gain or loss. */
export function distanceText(distance: number, isShort = false): string {
  if (distance === 0) return t('recommendation.distance.inside')
  const percent = formatNumber(Math.abs(distance))
  // Where the price stands beside it.
  if (isShort) return t(distance > 0 ? 'recommendation.distance.isAbove' : 'recommendation.distance.isBelow', { percent })
  return t(distance > 0 ? 'recommendation.distance.above' : 'recommendation.distance.below', { percent })
}

/** Of a waiting one; an older server sends a gain. */
const distanceOf = ({ state, gain, distance }: Life) => (state === 'waiting' ? (distance ?? gain ?? null) : null)

/** Result of a life: its gain, or while waiting its distance. */
export function LifeResult({ life, isShort = false }: { life: Life; isShort?: boolean }) {
  const distance = distanceOf(life)
  if (distance === null) return <Gain value={life.gain} />
  return (
    <span className="text-muted-foreground tabular-nums" {...(isShort && { title: distanceText(distance) })}>
      {distanceText(distance, isShort)}
    </span>
  )
}

export function LifeCell({ row }: { row: Readonly<Record<string, unknown>> }) {
  const life = lifeOf(row)
  if (!life) return <span className="text-muted-foreground">–</span>
  return (
    <span className="flex items-center justify-between gap-3">
      <LifeState life={life} />
      <LifeResult life={life} isShort />
    </span>
  )
}

export function lifeText(row: Readonly<Record<string, unknown>>): string {
  const life = lifeOf(row)
  if (!life) return ''
  const distance = distanceOf(life)
  const result = distance !== null ? distanceText(distance) : life.gain == null ? '' : formatGain(life.gain)
  return [stateWord(life), result].join(' ').trim()
}

/** Performance so far, above the form of a published buy. */
export function LifePanel({ record }: { record: Readonly<Record<string, unknown>> }) {
  const life = lifeOf(record)
  if (!life) return null
  const steps = [
    ...(life.entered_on
      ? [{ label: choiceLabel('entered', fields.state), date: life.entered_on, price: life.entry_price, part: null }]
      : []),
    ...(life.exits ?? []).map(({ date, price, kind, part }) => ({
      label: choiceLabel(kind, fields.exits?.fields?.kind),
      date,
      price,
      part,
    })),
  ]
  return (
    <section aria-label={t('recommendation.life')} className="flex flex-col gap-3 rounded-lg border bg-card p-4 sm:col-span-2">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <LifeState life={life} />
        <span className="text-lg">
          <LifeResult life={life} />
        </span>
        <span className="text-sm text-muted-foreground tabular-nums">
          {t('recommendation.current_price')} <bdi>{record.current_price == null ? '–' : formatRupiah(Number(record.current_price))}</bdi>
        </span>
        {(life.state === 'waiting' || life.state === 'entered') && (
          <span className="text-sm text-muted-foreground">
            {t('recommendation.life.until')} {formatDate(life.until)}
          </span>
        )}
      </div>
      {steps.length > 0 && (
        <ol className="flex flex-col divide-y text-sm">
          {steps.map(({ label, date, price, part }) => (
            <li key={`${label}${date}${price}`} className="flex flex-wrap items-center gap-x-4 py-1.5">
              <span className="min-w-28 font-medium">{label}</span>
              <span className="text-muted-foreground">{formatDate(date)}</span>
              <span className="ms-auto tabular-nums">
                {price == null ? '–' : formatRupiah(price)}
                {part !== null && part < 100 && <span className="ms-2 text-muted-foreground">{formatNumber(part)} %</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className="text-xs text-muted-foreground">{t('recommendation.gross')}</p>
    </section>
  )
}
