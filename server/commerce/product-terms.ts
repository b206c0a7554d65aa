/**
 * Prices and availability of products over time: late orders are judged by the terms at their time (docs/product/orders.md#late-orders).
 */

import { and, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { priceOf } from '#contract/commerce/product-price.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import type { Announced } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { productTerms } from '#server/db/tables/commerce.ts'

export interface Terms {
  /** Whole rupiah. */
  price: number
  is_on: boolean
}

export interface Sold {
  section: string
  product: number
  /** Ref of a variant. */
  variant?: string
}

interface Kept extends Terms {
  product: number
  variant: string
}

/** Returns the terms of a product and its variants, which have own prices, and are sold while the product is. */
function termsOf(row: AnyRow, isOn: boolean): Kept[] {
  const variants = recordsOf(row.variants).map((variant) => ({ variant: toText(variant.ref), price: priceOf(variant) }))
  return [{ variant: '', price: priceOf(row) }, ...variants].map((each) => ({ ...each, product: row.id, is_on: isOn }))
}

/** Returns the terms after an effect: deleted products and variants are off, at their last price. */
function termsAfter({ before, after }: Announced, isOn: (row: AnyRow) => boolean): Kept[] {
  const now = after ? termsOf(after, isOn(after)) : []
  const gone = before ? termsOf(before, false).filter(({ variant }) => !now.some((each) => each.variant === variant)) : []
  return [...now, ...gone]
}

/** Stores new terms, if they differ from the current ones. */
export async function keepTerms(
  effects: readonly Announced[],
  section: string,
  isOn: (row: AnyRow) => boolean = (row) => row.is_active === true,
): Promise<void> {
  const [first] = effects
  if (!first) return
  const { db } = first
  const rows = effects.flatMap((effect) => termsAfter(effect, isOn))
  const last = await db
    .selectDistinctOn([productTerms.product, productTerms.variant])
    .from(productTerms)
    .where(
      and(
        eq(productTerms.section, section),
        inArray(
          productTerms.product,
          rows.map(({ product }) => product),
        ),
      ),
    )
    .orderBy(productTerms.product, productTerms.variant, desc(productTerms.since), desc(productTerms.id))
  const known = new Map(last.map((row) => [`${row.product} ${row.variant}`, row]))
  const news = rows.filter(({ product, variant, price, is_on }) => {
    const held = known.get(`${product} ${variant}`)
    return held?.price !== price || held.is_on !== is_on
  })
  if (news.length) await db.insert(productTerms).values(news.map((row) => ({ ...row, section, since: sql`now()` })))
}

/** Returns the terms of a product at a time (ISO 8601, or SQL); null before its first. */
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
