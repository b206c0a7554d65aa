import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { formatDate } from '#console/kit/text/format.ts'
import { toneClass } from '#console/kit/text/tone.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import type { Tone } from '#contract/kit/field/tone.ts'

export interface Product {
  product: string
  type: string
  expires_on: string
  remaining: number
}

const isProduct = (value: unknown): value is Record<string, unknown> & Product =>
  isRecord(value) && typeof value.product === 'string' && typeof value.expires_on === 'string' && typeof value.remaining === 'number'

export const productsOf = (value: unknown): Product[] => (Array.isArray(value) ? value.filter(isProduct) : [])

/** Tone by days to the end: three, two weeks, or over. */
const toneOf = (remaining: number): Tone => (remaining < 0 ? 'neutral' : remaining <= 3 ? 'bad' : remaining <= 14 ? 'warning' : 'good')

const nameOf = ({ product, type }: Product) => (type === 'VIP' ? `${product} VIP` : product)
const leftOf = ({ remaining }: Product) => (remaining < 0 ? t('member.over') : t('member.daysLeft', { days: remaining }))

/** In a list: active products, nearest end first with its tone; past ones only without an active one. */
export function Products({
  value,
  empty = <span className="text-muted-foreground">–</span>,
  bare = false,
  most = 2,
}: {
  value: unknown
  empty?: ReactNode
  bare?: boolean
  /** Shown ones; the others are counted. */
  most?: number
}) {
  const all = productsOf(value)
  const running = all.filter(({ remaining }) => remaining >= 0).toSorted((a, b) => a.remaining - b.remaining)
  const shown = running.length ? running : all.slice(0, 1)
  if (!shown.length) return empty
  return (
    <span className="flex gap-1 overflow-hidden">
      {shown.slice(0, most).map((one) => (
        <span
          key={nameOf(one)}
          title={formatDate(one.expires_on)}
          className={`inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full px-2 text-xs ${toneClass[toneOf(one.remaining)]}`}
        >
          {!bare && <span className="font-medium">{nameOf(one)}</span>}
          <span className="tabular-nums">{leftOf(one)}</span>
        </span>
      ))}
      {shown.length > most && <span className="self-center text-xs text-muted-foreground">+{shown.length - most}</span>}
    </span>
  )
}
