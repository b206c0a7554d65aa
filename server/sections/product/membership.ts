import { toText } from '#contract/kit/field/guards.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { keepTerms } from '#server/commerce/product-terms.ts'
import { serve } from '#server/crud/serve.ts'
import { whenChanged } from '#server/crud/write/effects.ts'
import { memberships } from '#server/db/tables/commerce.ts'
import { fieldError } from '#server/platform/core/problem.ts'

export const membershipApi = serve(membership, memberships, {
  prepare({ platform, values, before }) {
    const { type } = values
    const mode = membership.fields.type.modes?.[toText(type)]
    const isForeign = mode !== undefined && mode !== (platform.settings.backOffice ? 'backOffice' : 'full')
    if (isForeign && before?.type !== type) throw fieldError('type', 'choice')
  },
  on: [whenChanged(membership, ['fee_type', 'price', 'discount_price', 'is_active'], (effects) => keepTerms(effects, membership.name))],
})
