/** What the business sells memberships of (docs/product/products.md#memberships). */
export const products = ['EMT', 'EMV', 'WST', 'TTA', 'TAB'] as const
