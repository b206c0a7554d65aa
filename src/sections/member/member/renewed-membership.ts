import type { Sold } from '#console/commerce/catalogue.ts'
import { recordsIn } from '#console/commerce/order-lines.ts'
import { type Product, productsOf } from '#console/commerce/products.tsx'
import { remainingSteps } from '#contract/commerce/member-access.ts'
import { toText } from '#contract/kit/field/guards.ts'

type Values = Readonly<Record<string, unknown>>

/** The access that ends first within 30 days, as the catalogue names it; each product by its longest account. */
function endingAccess(products: unknown): string | null {
  const longest = new Map<string, Product>()
  for (const account of productsOf(products)) {
    const known = longest.get(account.product)
    if (account.remaining >= 0 && (!known || account.remaining > known.remaining)) longest.set(account.product, account)
  }
  const [first] = [...longest.values()].toSorted((a, b) => a.remaining - b.remaining)
  if (!first || first.remaining > remainingSteps[0]) return null
  return first.type === 'Regular' ? first.product : `${first.product} ${first.type}`
}

/** What Renew begins an order with ('membership/4'; '' for nothing), by docs/product/members.md#renewing. */
export function renewedMembership(products: unknown, orders: readonly Values[], catalogue: readonly Sold[]): string {
  const paid = orders.filter(({ payment_status }) => payment_status === 'paid')
  const latest = paid.toSorted((a, b) => Date.parse(toText(b.paid_at)) - Date.parse(toText(a.paid_at)))
  const bought = latest.flatMap(({ items }) => recordsIn(items)).filter(({ category }) => category === 'membership')
  const ending = endingAccess(products)
  const ids = new Set(catalogue.flatMap(({ id, access }) => (ending !== null && access === ending ? [String(id)] : [])))
  const again = bought.find(({ product_id }) => ids.has(toText(product_id))) ?? null
  const sold = catalogue.find(({ id, is_on }) => is_on && ids.has(String(id)))
  const chosen = again?.product_id ?? sold?.id ?? bought[0]?.product_id
  return chosen === undefined ? '' : `membership/${toText(chosen)}`
}
