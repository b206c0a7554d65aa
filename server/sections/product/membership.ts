import { membership } from '#contract/sections/product/membership.ts'
import { keepTerms } from '#server/commerce/product-terms.ts'
import { serve } from '#server/crud/serve.ts'
import { whenChanged } from '#server/crud/write/effects.ts'
import { memberships } from '#server/db/tables/commerce.ts'

export const membershipApi = serve(membership, memberships, {
  on: [whenChanged(membership, ['fee_type', 'price', 'discount_price', 'is_active'], (effects) => keepTerms(effects, membership.name))],
})
