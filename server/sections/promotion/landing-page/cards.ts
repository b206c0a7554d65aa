/** What pages show of products and events, as they are now: none that is switched off, private or over. */
import { inArray } from 'drizzle-orm'
import { isProductKind, type ProductKind, productKinds, productSections } from '#contract/choices/product-kinds.ts'
import { isStoredFile } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { type Block, type Cards, type EventCard, isShown, type ProductCard, productKey } from '#contract/landing/render-page.ts'
import { eventPath } from '#contract/public-pages.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { selectRows } from '#server/crud/query/rows.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import type { Db } from '#server/db/database.ts'

/** Keys of each kind that are read at most. */
const maxKeys = 500

const isOffered = ({ visibility, status, is_active, is_show }: AnyRow) =>
  visibility === undefined ? (is_active ?? is_show) === true : visibility === 'publish' && status !== 'ended'

/** The price to pay and the one before a discount; null: free. */
function pricesOf({ price, discount_price, fee_type }: AnyRow): Pick<ProductCard, 'price' | 'before'> {
  const full = fee_type === 'free' || typeof price !== 'number' || price === 0 ? null : price
  const isLower = full !== null && typeof discount_price === 'number' && discount_price > 0 && discount_price < full
  return isLower ? { price: discount_price, before: full } : { price: full, before: null }
}

/** Returns offered records of a section by number. */
async function readOffered(db: Db, section: string, ids: readonly number[]): Promise<AnyRow[]> {
  const shape = ids.length ? targetOf(section) : null
  if (!shape) return []
  const rows = await selectRows(db, shape, { where: inArray(shape.table.id, [...ids]) })
  return rows.filter(isOffered)
}

function productCard(category: ProductKind, row: AnyRow): ProductCard {
  const picture = [row.cover, row.image].find(isStoredFile)?.url ?? null
  return { title: toText(row[targetOf(productSections[category])?.section.title ?? 'title']), ...pricesOf(row), picture }
}

const eventCard = (row: AnyRow): EventCard => ({
  title: toText(row.title),
  start_at: toText(row.start_at),
  location: toText(row.location),
  price: pricesOf(row).price,
  path: eventPath(toText(row.slug)),
})

const numbersOf = (keys: readonly string[]) =>
  [...new Set(keys.slice(0, maxKeys).map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0)

/** `products`: such as `membership 3`. One query for each category. */
export async function readCardsByKey(db: Db, products: readonly string[], events: readonly string[]): Promise<Cards> {
  const found = new Map<string, ProductCard>()
  const named = products.map((key) => key.split(' '))
  for (const category of productKinds) {
    const ids = numbersOf(named.flatMap(([kind, id]) => (kind === category && isProductKind(kind) ? [id ?? ''] : [])))
    for (const row of await readOffered(db, productSections[category], ids))
      found.set(productKey(category, row.id), productCard(category, row))
  }
  const coming = await readOffered(db, 'event', numbersOf(events))
  return { products: found, events: new Map(coming.map((row) => [String(row.id), eventCard(row)])) }
}

/** What the shown blocks of a page refer to. */
export function readCards(db: Db, blocks: readonly Block[]): Promise<Cards> {
  const products = blocks.filter(isShown('products')).flatMap((block) => recordsOf(block.products))
  const events = blocks.filter(isShown('events')).flatMap((block) => (Array.isArray(block.events) ? block.events : []))
  return readCardsByKey(
    db,
    products.map(({ category, product_id }) => productKey(category, product_id)),
    events.map(toText),
  )
}

export const cardsOnWire = ({ products, events }: Cards) => ({
  products: [...products].map(([key, card]) => {
    const [category, id] = key.split(' ')
    return { category, id: Number(id), ...card }
  }),
  events: [...events].map(([id, card]) => ({ id: Number(id), ...card })),
})
