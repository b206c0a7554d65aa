import { sql } from 'drizzle-orm'
import { pedia } from '#contract/sections/content/emtpedia.ts'
import { serve } from '#server/crud/serve.ts'
import { pedias } from '#server/db/tables/content.ts'

const letter = sql`case when ${pedias.term} ~* '^[a-z]' then upper(left(${pedias.term}, 1)) else '#' end`

export const pediaApi = serve(pedia, pedias, { derived: { letter } })
