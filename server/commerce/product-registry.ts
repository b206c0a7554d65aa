/**
 * What may be sold, by category: where a product is kept, what it gives, and what of it is held for an order. Another category is one
 * more entry, and its section keeps its prices (server/commerce/product-terms.ts).
 */

import { inArray } from 'drizzle-orm'
import { type ProductKind, productKinds } from '#contract/choices/product-kinds.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { lockStored } from '#server/crud/query/prepared-rows.ts'
import { rowsOnWire, selectRows } from '#server/crud/query/rows.ts'
import { type Shape, targetOf } from '#server/crud/query/shape.ts'
import { type Cause, changeBecause } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'

/** A product of an order's line. */
export interface ProductRef {
  category: ProductKind
  product_id: number
  /** The ref of a variant; null or empty where there is none. */
  variant?: string | null | undefined
}

/** Access to a membership for one piece of it; Cuti is leave. */
export interface Right {
  product: string
  type: 'Regular' | 'VIP' | 'Cuti'
  days: number
}

export interface Product {
  category: ProductKind
  product_id: number
  /** The ref of the variant, or nothing. */
  variant: string
  /** As a customer reads it, with its variant. */
  name: string
  right: Right | null
}

interface Kind {
  /** It has only so many pieces: `stock`, of itself or of each variant. */
  isHeld: boolean
  right(row: AnyRow): Right | null
}

const typeOf = (type: unknown): Right['type'] => (type === 'VIP' || type === 'Cuti' ? type : 'Regular')

const kinds: Readonly<Record<ProductKind, Kind>> = {
  membership: {
    isHeld: false,
    right: ({ product, type, duration_days }) => ({ product: toText(product), type: typeOf(type), days: Number(duration_days) }),
  },
  merchandise: { isHeld: true, right: () => null },
}

function shapeOf(category: ProductKind): Shape {
  const shape = targetOf(category)
  if (!shape) throw new Error(`${category} is not served`)
  return shape
}

/** The variant that is meant. Undefined where there is none of that name, or none named of a product that has some. */
function variantOf(row: AnyRow, variant: ProductRef['variant']): Record<string, unknown> | null | undefined {
  const variants = recordsOf(row.variants)
  if (!variants.length) return variant ? undefined : null
  return variants.find(({ ref }) => ref === variant)
}

function productOf({ category, variant }: ProductRef, row: AnyRow | undefined): Product | 'product_id' | 'variant' {
  if (!row) return 'product_id'
  const chosen = variantOf(row, variant)
  if (chosen === undefined) return 'variant'
  const name = chosen ? `${toText(row.name)}, ${toText(chosen.name)}` : toText(row.name)
  return { category, product_id: row.id, variant: chosen ? toText(chosen.ref) : '', name, right: kinds[category].right(row) }
}

/** Each product that is asked for, in the same order; or the field that names none of them. A query for each category. */
export async function loadProducts(db: Db, asked: readonly ProductRef[]): Promise<(Product | 'product_id' | 'variant')[]> {
  const found = new Map<string, AnyRow>()
  for (const category of productKinds) {
    const ids = [...new Set(asked.flatMap((each) => (each.category === category ? [each.product_id] : [])))]
    if (!ids.length) continue
    const shape = shapeOf(category)
    for (const row of await selectRows(db, shape, { where: inArray(shape.table.id, ids) })) found.set(`${category} ${row.id}`, row)
  }
  return asked.map((each) => productOf(each, found.get(`${each.category} ${each.product_id}`)))
}

/** Pieces of a product: how many an order holds, below zero those that it gives back. */
export interface Held extends ProductRef {
  qty: number
}

/** What is left of one record after its lines were taken; or the index of the first one that there is not enough of. */
function afterTaking(row: AnyRow, lines: readonly (Held & { index: number })[]): Record<string, unknown> | number {
  let { stock, variants } = { stock: Number(row.stock), variants: recordsOf(row.variants) }
  for (const { variant, qty, index } of lines) {
    const chosen = variantOf(row, variant)
    // What is gone has no stock to give, and takes none back.
    if (chosen === undefined) {
      if (qty > 0) return index
      continue
    }
    const left = (chosen ? Number(variants.find(({ ref }) => ref === chosen.ref)?.stock) : stock) - qty
    if (left < 0) return index
    if (chosen) variants = variants.map((each) => (each.ref === chosen.ref ? { ...each, stock: left } : each))
    else stock = left
  }
  return { stock, variants }
}

const isTracked = ({ category }: ProductRef) => kinds[category].isHeld

/** The products that lines hold pieces of, each once, in the order in which they are locked. */
function heldKeys(lines: readonly Held[]): { category: ProductKind; id: number }[] {
  const held = lines.filter(isTracked)
  const keys = [...new Map(held.map(({ category, product_id: id }) => [`${category} ${id}`, { category, id }])).values()]
  return keys.sort((a, b) => productKinds.indexOf(a.category) - productKinds.indexOf(b.category) || a.id - b.id)
}

/** Locks what these lines hold until the transaction ends. */
export async function lockHeld(db: Db, lines: readonly Held[]): Promise<void> {
  for (const { category, id } of heldKeys(lines)) await lockStored(db, shapeOf(category), { key: '', where: undefined }, id)
}

/**
 * Takes what an order's lines hold from stock, all of it or nothing. Null when done, otherwise the index of the first line that there
 * is not enough of. The products are locked in the order of category and number until the transaction ends, and change with a
 * version and a history as by any other change. With `giveBack` it puts the same back.
 */
export async function takeHolds(cause: Cause, lines: readonly Held[], { giveBack = false } = {}): Promise<number | null> {
  const sign = giveBack ? -1 : 1
  const held = lines.map((line, index) => ({ ...line, qty: sign * line.qty, index })).filter(isTracked)
  const changes: (() => Promise<void>)[] = []
  for (const { category, id } of heldKeys(held)) {
    const shape = shapeOf(category)
    const own = held.filter((line) => line.category === category && line.product_id === id)
    const stored = await lockStored(cause.db, shape, { key: '', where: undefined }, id)
    const [row] = await rowsOnWire(cause.db, shape, stored ? [stored] : [])
    const [first] = own
    if (!row && first && !giveBack) return first.index
    if (!row) continue
    const left = afterTaking(row, own)
    if (typeof left === 'number') return left
    changes.push(() => changeBecause(shape, cause, id, left))
  }
  for (const change of changes) await change()
  return null
}
