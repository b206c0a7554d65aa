/** What an order may hold, by the section that keeps it. Others join when their section is there (server/commerce/product-registry.ts). */
export const productKinds = ['membership', 'merchandise'] as const
export type ProductKind = (typeof productKinds)[number]

export const isProductKind = (value: unknown): value is ProductKind => productKinds.some((kind) => kind === value)
