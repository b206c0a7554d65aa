import { boolean, index, pgTable } from 'drizzle-orm/pg-core'
import { toText } from '#contract/kit/guards.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { serve } from '#server/crud/serve.ts'
import { text } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'

export const banks = pgTable(
  'banks',
  {
    ...record,
    bank_name: text().notNull(),
    account_number: text().notNull(),
    account_holder: text().notNull(),
    bank_branch: text().notNull(),
    company_code: text().notNull().default('EMT'),
    is_active: boolean().notNull().default(true),
  },
  (table) => [index().on(table.bank_name, table.id)],
)

/** A delete shows each record's own words (part-2 section 8). */
export const bankApi = serve(bank, banks, { removed: (row) => `${toText(row.bank_name)} ${toText(row.account_number)} deleted` })
