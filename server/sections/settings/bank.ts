import { toText } from '#contract/kit/field/guards.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { serve } from '#server/crud/serve.ts'
import { banks } from '#server/db/tables/commerce.ts'

/** A delete's message names each record (docs/product/messages.md#success). */
export const bankApi = serve(bank, banks, { removed: (row) => `${toText(row.bank_name)} ${toText(row.account_number)} deleted` })
