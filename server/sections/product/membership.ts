import { boolean, doublePrecision, index, integer, pgTable } from 'drizzle-orm/pg-core'
import { toText } from '#contract/kit/guards.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { changed } from '#server/crud/effects.ts'
import { keepTerms } from '#server/crud/product-terms.ts'
import { serve } from '#server/crud/serve.ts'
import { bigint, json, text } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'
import { fieldError } from '#server/platform/problem.ts'

export const memberships = pgTable(
  'memberships',
  {
    ...record,
    name: text().notNull(),
    product: text().notNull(),
    type: text().notNull().default('Regular'),
    fee_type: text().notNull(),
    price: bigint(),
    discount_price: bigint(),
    duration_days: integer().notNull(),
    access_type: json<string[]>().notNull().default([]),
    benefits: text(),
    is_active: boolean().notNull().default(true),
    sort: doublePrecision(),
  },
  (table) => [
    index().on(table.sort, table.id),
    index('memberships_sort_last').on(table.sort.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.name, table.id),
  ],
)

export const membershipApi = serve(membership, memberships, {
  prepare({ platform, values, before }) {
    const { type } = values
    const mode = membership.fields.type.modes?.[toText(type)]
    const isForeign = mode !== undefined && mode !== (platform.settings.backOffice ? 'backOffice' : 'full')
    if (isForeign && before?.type !== type) throw fieldError('type', 'choice')
  },
  on: [changed(membership, ['fee_type', 'price', 'discount_price', 'is_active'], (effects) => keepTerms(effects, membership.name))],
})
