/** Sections of products that can be ordered. Others are added with their sections (server/commerce/product-registry.ts). */
export const productKinds = ['membership', 'merchandise'] as const
export type ProductKind = (typeof productKinds)[number]

export const isProductKind = (value: unknown): value is ProductKind => productKinds.some((kind) => kind === value)
