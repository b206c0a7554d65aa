import { merchandise } from '#contract/sections/product/merchandise.ts'
import { keepTerms } from '#server/commerce/product-terms.ts'
import { serve } from '#server/crud/serve.ts'
import { whenChanged } from '#server/crud/write/effects.ts'
import { merchandises } from '#server/db/tables/commerce.ts'

export const merchandiseApi = serve(merchandise, merchandises, {
  on: [whenChanged(merchandise, ['price', 'variants', 'is_active'], (effects) => keepTerms(effects, merchandise.name))],
})
