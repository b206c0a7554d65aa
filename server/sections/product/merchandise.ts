import { merchandise } from '#contract/sections/product/merchandise.ts'
import { changed } from '#server/crud/effects.ts'
import { keepTerms } from '#server/crud/product-terms.ts'
import { serve } from '#server/crud/serve.ts'
import { merchandises } from '#server/db/tables/commerce.ts'

export const merchandiseApi = serve(merchandise, merchandises, {
  on: [changed(merchandise, ['price', 'variants', 'is_active'], (effects) => keepTerms(effects, merchandise.name))],
})
