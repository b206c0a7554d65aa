import { sql } from 'drizzle-orm'
import { forYou } from '#contract/sections/content/for-you.ts'
import { serve } from '#server/crud/serve.ts'
import { forYous } from '#server/db/tables/content.ts'

/** docs/product/content.md#for-you: hidden by hand, else by date. */
const status = sql`case
  when not ${forYous.is_show} then 'HIDDEN'
  when ${forYous.campaign_start} > now() then 'PENDING'
  when ${forYous.campaign_end} <= now() then 'INACTIVE'
  else 'ACTIVE' end`

export const forYouApi = serve(forYou, forYous, { derived: { status } })
