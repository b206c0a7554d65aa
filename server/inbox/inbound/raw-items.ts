/** Items as received, and the states that they tell (docs/product/whatsapp.md#not-understood). */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { channelStates, webhookItems } from '#server/db/tables/webhook.ts'
import type { ChannelState, InboundRaw } from './inbound.ts'

/** Keeps an item; one that came before does nothing. */
export async function storeRaw(tx: Db, item: InboundRaw, target: string | null): Promise<void> {
  const { number, account, field, kind, body, outcome, hash, states } = item
  const [made] = await tx
    .insert(webhookItems)
    .values({ number, account, field, kind, body, outcome, hash, target })
    .onConflictDoNothing({ target: webhookItems.hash, where: sql`hash is not null` })
    .returning({ id: webhookItems.id })
  if (!made || !account) return
  for (const state of states ?? []) await setState(tx, account, state)
}

/** The latest state stays, whatever comes late. */
async function setState(tx: Db, account: string, { number, kind, subject, value, at }: ChannelState): Promise<void> {
  const target =
    number === null ? sql`(account, kind, subject) where number is null` : sql`(number, kind, subject) where number is not null`
  await tx.execute(sql`
    insert into ${channelStates} as known (account, number, kind, subject, value, at)
    values (${account}, ${number}::bigint, ${kind}, ${subject}, ${JSON.stringify(value)}::jsonb, ${at}::timestamptz)
    on conflict ${target} do update set value = excluded.value, at = excluded.at where excluded.at >= known.at`)
}
