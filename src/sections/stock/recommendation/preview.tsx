import { Gain } from '#console/commerce/gain.tsx'
import { t } from '#console/i18n/i18n.ts'
import { SafeHtml } from '#console/kit/form/values/safe-html.tsx'
import { useAddress } from '#console/kit/form/values/use-address.ts'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { PhoneFrame } from '#console/kit/parts/phone-frame.tsx'
import { Picture } from '#console/kit/parts/picture.tsx'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { writeNumber } from '#console/kit/text/read-number.ts'
import { distanceFrom } from '#contract/market/pick-life.ts'
import { rangeOf, targetsOf } from '#contract/sections/stock/pick-rules.ts'
import { recommendation } from '#contract/sections/stock/recommendation.ts'
import { useLastPrice, useStockCode } from './last-price.tsx'
import { distanceText, type Life } from './life.tsx'
import { changeTo } from './prices.ts'

const { kind: kinds, category: categories, risk: risks } = recommendation.fields

interface LineProps {
  label: string
  price: number
  gain?: number | null | undefined
  /** Text below. */
  note?: string | null
}

function Line({ label, price, gain, note = null }: LineProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 py-1">
      <dt className="whitespace-nowrap text-muted-foreground">{label}</dt>
      <dd className="ms-auto font-medium tabular-nums">{writeNumber(price)}</dd>
      {gain != null && (
        <dd className="min-w-16 shrink-0 whitespace-nowrap text-end text-xs">
          <Gain value={gain} />
        </dd>
      )}
      {note !== null && <dd className="w-full text-end text-xs text-muted-foreground">{note}</dd>}
    </div>
  )
}

/** Preview of the card for members while editing; `life` is that of a published buy. */
export function Preview({ values, life = null }: { values: Readonly<Record<string, unknown>>; life?: Life | null }) {
  const code = useStockCode(values.stock_id)
  const price = useLastPrice(values.stock_id)?.close
  const chart = useAddress(values.chart)
  const { kind, category, risk, reason, stop_loss, sell_price } = values
  const isBuy = kind === 'buy'
  const { from, to } = isBuy ? rangeOf(values) : { from: null, to: null }
  const hasLevels = isBuy || kind === 'hold-buy' || kind === 'hold-no-buy'
  // Gains of somebody who buys at the highest recommended price, or holds at today's.
  const base = isBuy ? to : price
  const isWaiting = isBuy && (life === null || life.state === 'waiting')
  const distance = isWaiting && price && from && to && from <= to ? distanceFrom(price, { from, to }) : null
  return (
    <div className="sm:col-span-2">
      <PhoneFrame label={t('sections.preview')}>
        <article className="m-2 mt-6 flex flex-col gap-2 overflow-y-auto rounded-xl bg-card p-3 text-sm">
          <header className="flex items-center gap-2">
            <h3 className="text-base font-semibold">{code || '––––'}</h3>
            <ChoiceBadge value={kind} field={kinds} />
          </header>
          <p className="flex flex-wrap gap-x-2 text-xs text-muted-foreground">
            {isBuy && category != null && category !== '' && <span>{choiceLabel(category, categories)}</span>}
            {isBuy && risk != null && risk !== '' && (
              <span>
                {t('recommendation.risk')}: {choiceLabel(risk, risks)}
              </span>
            )}
          </p>
          {chart && <Picture src={chart} alt="" width={400} className="w-full rounded-lg" />}
          <dl className="divide-y">
            {price != null && price > 0 && (
              <Line
                label={t('recommendation.current_price')}
                price={price}
                gain={isBuy ? life?.gain : null}
                note={distance === null ? null : distanceText(distance)}
              />
            )}
            {from !== null && to !== null && (
              <div className="flex items-baseline gap-2 py-1">
                <dt className="text-muted-foreground">{t('recommendation.buy_price')}</dt>
                <dd className="ms-auto font-medium tabular-nums" dir="ltr">
                  {writeNumber(from)}–{writeNumber(to)}
                </dd>
              </div>
            )}
            {hasLevels &&
              targetsOf(values).map((target, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a target is its place
                <Line key={at} label={t('recommendation.targetOf', { n: at + 1 })} price={target} gain={changeTo(target, base)} />
              ))}
            {hasLevels && typeof stop_loss === 'number' && stop_loss > 0 && (
              <Line label={t('recommendation.stop_loss')} price={stop_loss} gain={changeTo(stop_loss, base)} />
            )}
            {kind === 'sell' && typeof sell_price === 'number' && sell_price > 0 && (
              <Line label={t('recommendation.sell_price')} price={sell_price} />
            )}
          </dl>
          {typeof reason === 'string' && reason !== '' && <SafeHtml html={reason} />}
        </article>
      </PhoneFrame>
    </div>
  )
}
