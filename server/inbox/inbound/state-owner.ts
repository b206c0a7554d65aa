/** Whose a state is, in words: its number, else the numbers of its account. */
import { sql } from 'drizzle-orm'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import { channelStates } from '#server/db/tables/webhook.ts'

/** Null where the account has no number here any more. */
export const ownerName = sql<string | null>`coalesce(
  (select name from ${whatsappNumbers} where ${whatsappNumbers}.id = ${channelStates.number}),
  (select string_agg(name, ', ' order by name) from ${whatsappNumbers}
    where ${whatsappNumbers}.business_account_id = ${channelStates.account}))`
