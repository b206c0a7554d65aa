/** Sections of products that can be ordered. Others are added with their sections (server/commerce/product-registry.ts). */
export const productKinds = ['membership', 'event', 'onlineclass', 'merchandise', 'academy'] as const
export type ProductKind = (typeof productKinds)[number]

/** The section of each category. */
export const productSections = {
  membership: 'membership',
  event: 'event',
  onlineclass: 'online-class',
  merchandise: 'merchandise',
  academy: 'academy',
} as const satisfies Record<ProductKind, string>

export const isProductKind = (value: unknown): value is ProductKind => productKinds.some((kind) => kind === value)
