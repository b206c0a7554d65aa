import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Gain } from '#console/commerce/gain.tsx'
import { hasNoConnection } from '#console/data/api/api-error.ts'
import type { AboutStock } from '#console/data/chat/questions.ts'
import { listOptions, skipsReads } from '#console/data/query/queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { PanelCard } from '#console/inbox/panel/panel-card.tsx'
import { formatDate, formatRupiah } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { detailLink } from '#console/kit/text/section-link.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { firstPage, type ListQuery } from '#contract/kit/field/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { percentOf } from '#contract/lib/percent.ts'
import { analysis } from '#contract/sections/stock/analysis.ts'
import { portofolio } from '#contract/sections/stock/portofolio.ts'
import { recommendation } from '#contract/sections/stock/recommendation.ts'
import { stock } from '#contract/sections/stock/stock.ts'
import { LifeResult, LifeState, lifeOf } from '../recommendation/life.tsx'
import { lotsText } from '../shared/lots.ts'

const rupiah = (value: unknown) => (typeof value === 'number' ? formatRupiah(Math.round(value)) : '–')
const link = 'font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring'

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 py-0.5 text-sm">
      <span className="text-muted-foreground">{label}</span>
      <span className="text-end tabular-nums">{children}</span>
    </div>
  )
}

interface NewestProps {
  section: Section
  title: string
  query: Partial<ListQuery>
  none: string
  children: (row: AnyRow) => ReactNode
}

/** Newest records of a section about the stock, in every state of loading. */
function Newest({ section, title, query, none, children }: NewestProps) {
  const { data, error, fetchStatus } = useQuery(listOptions(section, { ...firstPage, size: 3, ...query }))
  const isOffline = hasNoConnection({ error, fetchStatus })
  return (
    <PanelCard title={title}>
      {data ? (
        data.data.length ? (
          <div className="grid gap-3">{data.data.map((row) => children(row))}</div>
        ) : (
          <p className="text-sm text-muted-foreground">{none}</p>
        )
      ) : error || isOffline ? (
        <p className="text-sm text-muted-foreground">{t(isOffline ? 'chat.notHere' : 'app.wrong')}</p>
      ) : (
        <Skeleton className="h-12" />
      )}
    </PanelCard>
  )
}

/** The stock: its linked name, and its newest price. */
export function StockCard({ about }: { about: AboutStock }) {
  const { stock_id, code, company_name, last_price, last_price_on, previous } = about
  if (!code || !stock_id) return null
  const change = last_price !== null && previous ? percentOf(last_price - previous, previous) : null
  return (
    <PanelCard title={t('tanya-saham.stock')}>
      <Link {...detailLink(stock.name, String(stock_id))} className={link}>
        <bdi>{code}</bdi>
      </Link>
      <bdi className="block text-sm text-muted-foreground rtl:text-right">{company_name}</bdi>
      {last_price !== null && (
        <Pair label={last_price_on ? formatDate(last_price_on) : ''}>
          {rupiah(last_price)} <Gain value={change} />
        </Pair>
      )}
    </PanelCard>
  )
}

/** Related records of the stock: open positions, last analysis with its level, last recommendation. */
export function KnownCards({ stock_id }: { stock_id: number }) {
  const of = { field: 'stock_id', values: [String(stock_id)] }
  return (
    <>
      {!skipsReads(portofolio) && (
        <Newest
          section={portofolio}
          title={t('tanya-saham.positions')}
          query={{ filters: [of, { field: 'is_open', values: ['true'] }] }}
          none={t('tanya-saham.noPosition')}
        >
          {(row) => (
            <div key={row.ref}>
              <Pair label={`${toText(row.product)} · ${lotsText(row.held)}`}>
                <Gain value={typeof row.gain === 'number' ? row.gain : null} />
              </Pair>
              <Pair label={t('portofolio.average')}>{rupiah(row.average)}</Pair>
            </div>
          )}
        </Newest>
      )}
      <Newest
        section={analysis}
        title={t('tanya-saham.lastAnalysis')}
        query={{ size: 1, filters: [of, { field: 'is_latest', values: ['true'] }] }}
        none={t('tanya-saham.noAnalysis')}
      >
        {(row) => (
          <div key={row.ref}>
            <Link {...detailLink(analysis.name, row.ref)} className={link}>
              <bdi>{toText(row.title)}</bdi>
            </Link>
            <Pair label={t('analysis.level')}>{rupiah(row.level)}</Pair>
            {typeof row.alert_level === 'number' && <Pair label={t('analysis.alert_price')}>{rupiah(row.alert_level)}</Pair>}
            {typeof row.published_at === 'string' && <Pair label={t('analysis.published_at')}>{formatDate(row.published_at)}</Pair>}
          </div>
        )}
      </Newest>
      <Newest
        section={recommendation}
        title={t('tanya-saham.lastPick')}
        query={{ size: 1, filters: [of, { field: 'status', values: ['publish'] }] }}
        none={t('tanya-saham.noPick')}
      >
        {(row) => {
          const life = lifeOf(row)
          const range: Record<string, unknown> = isRecord(row.buy_price) ? row.buy_price : {}
          return (
            <div key={row.ref} className="grid gap-1">
              <span className="flex flex-wrap items-center gap-2">
                <Link {...detailLink(recommendation.name, row.ref)} className={link}>
                  {choiceLabel(row.kind, recommendation.fields.kind)}
                </Link>
                {life && <LifeState life={life} />}
                {life && <LifeResult life={life} />}
              </span>
              {typeof range.from === 'number' && (
                <Pair label={t('recommendation.buy_price')}>
                  {rupiah(range.from)} – {rupiah(range.to)}
                </Pair>
              )}
              {typeof row.stop_loss === 'number' && <Pair label={t('recommendation.stop_loss')}>{rupiah(row.stop_loss)}</Pair>}
            </div>
          )
        }}
      </Newest>
    </>
  )
}
