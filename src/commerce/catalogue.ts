/** Sellable products with current prices: fetched completely and persisted, so that offline orders are priced. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { optionsOptions } from '#console/data/query/option-queries.ts'
import { fetchPage } from '#console/data/query/queries.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { isProductKind, type ProductKind, productKinds, productSections } from '#contract/choices/product-kinds.ts'
import { priceOf } from '#contract/commerce/product-price.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sections } from '#contract/sections/index.ts'

export interface SoldVariant {
  ref: string
  name: string
  /** In rupiah. */
  price: number
  stock: number
}

export interface Sold {
  id: number
  ref: string
  name: string
  price: number
  is_on: boolean
  variants: readonly SoldVariant[]
  /** Days of access of a membership. */
  days?: number | undefined
  /** Product and type of a membership, such as 'EMT VIP'. */
  access?: string | undefined
  /** Begin of an event. */
  start_at?: string | undefined
}

const most = 1_000

const variantsOf = (value: unknown): SoldVariant[] =>
  (Array.isArray(value) ? value : []).filter(isRecord).map((variant) => ({
    ref: toText(variant.ref),
    name: toText(variant.name),
    price: priceOf(variant),
    stock: Number(variant.stock ?? 0),
  }))

/** Seats are sold of events with a price, until they end. */
const isOn = ({ is_active, is_show, fee_type, status }: Readonly<Record<string, unknown>>, kind: ProductKind) =>
  kind === 'event' ? fee_type === 'paid' && status !== 'ended' : (is_active ?? is_show) === true

/** What the buyer gets, as far as the list of the products says it. */
function givesOf(row: Readonly<Record<string, unknown>>, kind: ProductKind): Pick<Sold, 'days' | 'access' | 'start_at'> {
  if (kind === 'event') return { start_at: toText(row.start_at) || undefined }
  if (kind !== 'membership') return {}
  const access = row.type === 'Regular' ? toText(row.product) : `${toText(row.product)} ${toText(row.type)}`.trim()
  return { access, days: Number(row.duration_days) || undefined }
}

const soldOf = (title: string, row: AnyRow & { variants?: unknown }, kind: ProductKind): Sold => ({
  id: row.id,
  ref: row.ref,
  name: toText(row[title]),
  price: priceOf(row),
  is_on: isOn(row, kind),
  variants: variantsOf(row.variants),
  ...givesOf(row, kind),
})

/** Products of a category. */
export function catalogueOptions(kind: ProductKind) {
  return queryOptions({
    queryKey: queryKeys.call(`${productSections[kind]}.list`, 'catalogue'),
    queryFn: async ({ signal }) => {
      const section = await sections[productSections[kind]]()
      return (await fetchPage(section, { ...firstPage, size: most }, signal)).data.map((row) => soldOf(section.title, row, kind))
    },
    meta: { keep: true },
  })
}

/** Prefetches what selling needs, for use offline. */
export async function prefetchCatalogue(): Promise<void> {
  await Promise.all(
    productKinds.flatMap((kind) => [
      queryClient.prefetchQuery(catalogueOptions(kind)),
      queryClient.prefetchQuery(optionsOptions(productSections[kind])),
    ]),
  )
}

/** Caches sellable products on the devices of people who talk to customers, for selling offline. */
export function useSellable(maySell: boolean): void {
  const isOnline = useConnection() === 'online'
  useEffect(() => {
    if (maySell && isOnline) void prefetchCatalogue().catch(() => undefined)
  }, [maySell, isOnline])
}

/** Sellable products of a category as they are cached. */
export function useCatalogue(category: unknown): readonly Sold[] {
  const kind = isProductKind(category) ? category : null
  return useQuery({ ...catalogueOptions(kind ?? 'membership'), enabled: kind !== null }).data ?? []
}

/** Product of a line; undefined while none is chosen, or where it is not cached. */
export function useSold(category: unknown, product: unknown): Sold | undefined {
  const kind = isProductKind(category) ? category : null
  const { data } = useQuery({ ...catalogueOptions(kind ?? 'membership'), enabled: kind !== null && product !== '' })
  if (kind === null || product === '' || product === undefined || product === null) return undefined
  return data?.find(({ id, ref }) => id === product || ref === product)
}

/** Price of one; of a product with variants the chosen one's. Undefined while none is chosen. */
export function quoteOf(sold: Sold, variant: unknown): number | undefined {
  return sold.variants.length ? sold.variants.find(({ ref }) => ref === variant)?.price : sold.price
}
