/** Eligibility of a promo code for an order and its lines (docs/product/promotion.md#promo-codes). */
import { wibDay } from '../lib/wib.ts'

export const promoTypes = ['all', 'new', 'renewal'] as const

/** Refusals of a code, in the order of checks. */
export const promoRefusals = [
  'promo_unknown',
  'promo_inactive',
  'promo_window',
  'promo_products',
  'promo_type',
  'promo_min',
  'promo_member_limit',
  'promo_quota',
] as const
export type PromoRefusal = (typeof promoRefusals)[number]

export interface PromoTerms {
  is_active: boolean
  /** First and last day in Jakarta, inclusive. */
  start: string
  end: string
  /** Products it applies to; none means all, and no product means all of the category. */
  products: readonly { category: string; product_id?: number | null }[]
  type: string
  min_amount: number | null
  member_limit: number | null
  quota: number | null
  used: number
}

export interface PromoLine {
  category: string
  product_id: number
  /** Price times quantity, in rupiah. */
  amount: number
  /** Whether the member had it before: by a live grant of the membership, or a paid order. */
  had: boolean
}

export interface PromoContext {
  lines: readonly PromoLine[]
  /** Relevant time of the order (docs/product/orders.md#late-orders). */
  at: Date
  /** Current orders of the member with the code or its batch. */
  memberUses: number
}

const isFor = ({ products }: PromoTerms, line: PromoLine) =>
  products.length === 0 ||
  products.some(({ category, product_id }) => category === line.category && (product_id == null || product_id === line.product_id))

const isOfType = ({ type }: PromoTerms, { had }: PromoLine) => type === 'all' || had === (type === 'renewal')

/** Returns the lines that the code applies to, or the first refusal. `code` null: unknown code. */
export function judgePromo(
  code: PromoTerms | null,
  { lines, at, memberUses }: PromoContext,
): { refused: PromoRefusal } | { eligible: boolean[] } {
  if (!code) return { refused: 'promo_unknown' }
  if (!code.is_active) return { refused: 'promo_inactive' }
  const day = wibDay(at)
  if (day < code.start || day > code.end) return { refused: 'promo_window' }
  const matching = lines.map((line) => isFor(code, line))
  if (!matching.includes(true)) return { refused: 'promo_products' }
  const eligible = lines.map((line, index) => matching[index] === true && isOfType(code, line))
  if (!eligible.includes(true)) return { refused: 'promo_type' }
  const amount = lines.reduce((sum, line, index) => sum + (eligible[index] ? line.amount : 0), 0)
  if (amount < (code.min_amount ?? 0)) return { refused: 'promo_min' }
  if (code.member_limit !== null && memberUses >= code.member_limit) return { refused: 'promo_member_limit' }
  if (code.quota !== null && code.used >= code.quota) return { refused: 'promo_quota' }
  return { eligible }
}
