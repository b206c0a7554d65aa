/**
 * Prices and on/off of what is sold, with their times: an order that arrives late is judged by what held when it was made
 * (rules of orders, section 5).
 */
import { and, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyRow } from '#contract/kit/section.ts'
import { productTerms } from '#server/db/commerce.ts'
import type { Db } from '#server/db/database.ts'
import type { Announced } from './rules.ts'

export interface Terms {
  /** Whole rupiah. */
  price: number
  is_on: boolean
}

export interface Sold {
  section: string
  product: number
  /** The ref of a variant. */
  variant?: string
}

const amount = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** What one of them costs: the discount price where it is lower, nothing where it is free. */
export function priceOf({ fee_type, price, discount_price }: Readonly<Record<string, unknown>>): number {
  if (fee_type === 'free') return 0
  const full = amount(price) ?? 0
  return Math.min(full, amount(discount_price) ?? full)
}

/** Writes what holds from now on, where it is not what held before. A deleted product is off. */
export async function keepTerms(
  effects: readonly Announced[],
  section: string,
  isOn: (row: AnyRow) => boolean = (row) => row.is_active === true,
): Promise<void> {
  const [first] = effects
  if (!first) return
  const { db } = first
  const rows = effects.flatMap(({ before, after }) => {
    const row = after ?? before
    return row ? [{ product: row.id, price: priceOf(row), is_on: after !== null && isOn(after) }] : []
  })
  const last = await db
    .selectDistinctOn([productTerms.product])
    .from(productTerms)
    .where(
      and(
        eq(productTerms.section, section),
        eq(productTerms.variant, ''),
        inArray(
          productTerms.product,
          rows.map(({ product }) => product),
        ),
      ),
    )
    .orderBy(productTerms.product, desc(productTerms.since), desc(productTerms.id))
  const known = new Map(last.map((row) => [row.product, row]))
  const news = rows.filter(({ product, price, is_on }) => known.get(product)?.price !== price || known.get(product)?.is_on !== is_on)
  if (news.length) await db.insert(productTerms).values(news.map((row) => ({ ...row, section, since: sql`now()` })))
}

/** What held of a product at a moment (ISO 8601, or an expression of the database); null before there was any of it. */
export async function termsAt(db: Db, { section, product, variant = '' }: Sold, at: string | SQL): Promise<Terms | null> {
  const [row] = await db
    .select({ price: productTerms.price, is_on: productTerms.is_on })
    .from(productTerms)
    .where(
      and(
        eq(productTerms.section, section),
        eq(productTerms.product, product),
        eq(productTerms.variant, variant),
        typeof at === 'string' ? lte(productTerms.since, at) : sql`${productTerms.since} <= ${at}`,
      ),
    )
    .orderBy(desc(productTerms.since), desc(productTerms.id))
    .limit(1)
  return row ?? null
}
