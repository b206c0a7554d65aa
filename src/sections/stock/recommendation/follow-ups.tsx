import { Link } from '@tanstack/react-router'
import { serverNow } from '#console/data/base/server-clock.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDateTime, formatRupiah } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { addLink, editLink } from '#console/kit/text/section-link.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { targetsOf } from '#contract/sections/stock/pick-rules.ts'
import { recommendation } from '#contract/sections/stock/recommendation.ts'
import { type Life, lifeOf } from './life.tsx'

/** The sell that a buy closes with. */
function ComingSell({ life, code }: { life: Life; code: string }) {
  const { sell_id, sell_at, sell_price } = life
  const isPlanned = Date.parse(toText(sell_at)) > serverNow()
  const said = { price: formatRupiah(Number(sell_price)), date: formatDateTime(toText(sell_at)) }
  return (
    <p className="rounded-lg bg-muted px-3 py-2 text-sm sm:col-span-2" role="status">
      {t(isPlanned ? 'recommendation.follow.soldLater' : 'recommendation.follow.sold', said)}{' '}
      <Link {...editLink(recommendation.name, toText(sell_id))} className="font-medium underline underline-offset-2">
        {choiceLabel('sell', recommendation.fields.kind)} {code}
      </Link>
    </p>
  )
}

/** What follows an open buy, each begun with its stock, price and audience, and with a push; nothing once its sell is there. */
export function FollowUps({ record }: { record: Readonly<Record<string, unknown>> }) {
  const mayAdd = useMay(recommendation).create
  const life = lifeOf(record)
  if (life?.state !== 'waiting' && life?.state !== 'entered') return null
  if (life.sell_id) return <ComingSell life={life} code={toText(record.stock_code)} />
  if (!mayAdd) return null
  const audience = Array.isArray(record.audience) ? record.audience.map(toText).join(',') : ''
  const reached = (life.exits ?? []).filter(({ kind }) => kind === 'target').length
  const target = targetsOf(record)[reached]
  const given = { stock_id: toText(record.stock_id), audience, send_push: 'true' }
  const price = (name: string, value: unknown) => (Number(value) > 0 ? { [name]: toText(value) } : {})
  const ways = {
    sell: { action: 'sell', ...price('sell_price', record.current_price) },
    moveStop: { action: 'hold-buy', ...price('stop_loss', record.stop_loss) },
    targetReached: target === undefined ? null : { action: 'sell', ...price('sell_price', target) },
  } as const
  return (
    <nav aria-label={t('recommendation.followWith')} className="flex flex-wrap gap-2 sm:col-span-2">
      {(['sell', 'moveStop', 'targetReached'] as const).map((way) => {
        const search = ways[way]
        return (
          search && (
            <Link key={way} {...addLink(recommendation.name, { ...given, ...search })} className={buttonClass({})}>
              {t(`recommendation.follow.${way}`)}
            </Link>
          )
        )
      })}
    </nav>
  )
}
