/** Items as received, and the states that they tell (docs/product/whatsapp.md#not-understood). */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { limitOf } from '#contract/chat/channel-alerts.ts'
import type { Database, Db } from '#server/db/database.ts'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import { channelStates, webhookItems } from '#server/db/tables/webhook.ts'
import { forgetTemplates } from '../rooms/templates.ts'
import { alertState } from './alert-state.ts'
import type { ChannelState, InboundRaw } from './inbound.ts'

/** An item with what it waits for. */
export type KeptRaw = InboundRaw & { target: string | null }

/** Items of a statement. */
const maxRows = 500

/** Keeps items with their states, and alerts whom they concern; one that came before does nothing. */
export async function storeRaws(database: Database, tx: Db, items: readonly KeptRaw[]): Promise<void> {
  for (let from = 0; from < items.length; from += maxRows) {
    const page = items.slice(from, from + maxRows)
    const given = page.map(({ type: _, about: __, states: ___, ...row }) => row)
    // As one JSON text: a value each would cost more than the rest.
    const { rows } = await tx.execute<{ hash: string }>(sql`
      insert into ${webhookItems} (number, account, signer, field, kind, body, outcome, hash, target)
      select number, account, signer, field, kind, body, outcome, hash, target
      from jsonb_populate_recordset(null::${webhookItems}, ${JSON.stringify(given)}::jsonb)
      on conflict (hash) where hash is not null do nothing
      returning hash`)
    const fresh = new Set(rows.map(({ hash }) => hash))
    // One that stands twice in the page is made once, and tells its states once.
    for (const { hash, account, states = [] } of page) if (fresh.delete(hash) && account) await storeStates(database, tx, account, states)
  }
}

async function storeStates(database: Database, tx: Db, account: string, states: readonly ChannelState[]): Promise<void> {
  for (const state of states) await storeState(database, tx, account, state)
  if (states.some((state) => state.kind.startsWith('template'))) await forgetLists(tx, account)
}

/** The provider's list of templates is another one now. */
async function forgetLists(tx: Db, account: string): Promise<void> {
  const own = eq(whatsappNumbers.business_account_id, account)
  for (const { id } of await tx.select({ id: whatsappNumbers.id }).from(whatsappNumbers).where(own)) forgetTemplates(id)
}

const equals = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => (one[key] ?? null) === (other[key] ?? null))

/** Milliseconds in which a state that is said again is the same event. */
const repeatMs = 86_400_000

type Stored = Pick<typeof channelStates.$inferSelect, 'value' | 'at'>

/** Each event of security is one of its own. Of others: what was not said before, or long ago. */
function isNew({ kind, value, at }: ChannelState, before: Stored | undefined): boolean {
  if (value.alert === undefined) return false
  if (!before || kind === 'security') return true
  return !equals(before.value, value) || Date.parse(at) - Date.parse(before.at) >= repeatMs
}

/** A limit that became lower, whatever its event is called. */
function withLowered(state: ChannelState, before: Stored | undefined): ChannelState {
  const [now, former] = [limitOf(state.value.limit), limitOf(before?.value.limit)]
  if (state.kind !== 'limit' || now === null || former === null) return state
  const isLower = now < former || (now === former && before?.value.alert === 'limitLowered')
  return isLower ? { ...state, value: { ...state.value, alert: 'limitLowered' } } : state
}

/** The latest state stays, whatever comes late; null where it is one. `isNews`: somebody has to know. */
async function setState(tx: Db, account: string, given: ChannelState): Promise<{ id: number; isNews: boolean } | null> {
  const { number, kind, subject, at } = given
  const owner = number === null ? and(isNull(channelStates.number), eq(channelStates.account, account)) : eq(channelStates.number, number)
  const [before] = await tx
    .select({ value: channelStates.value, at: channelStates.at })
    .from(channelStates)
    .where(and(owner, eq(channelStates.kind, kind), eq(channelStates.subject, subject)))
    .for('update')
  const state = withLowered(given, before)
  const target =
    number === null ? sql`(account, kind, subject) where number is null` : sql`(number, kind, subject) where number is not null`
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into ${channelStates} as known (account, number, kind, subject, value, at)
    values (${account}, ${number}::bigint, ${kind}, ${subject}, ${JSON.stringify(state.value)}::jsonb, ${at}::timestamptz)
    on conflict ${target} do update set value = excluded.value, at = excluded.at where excluded.at >= known.at
    returning id`)
  const [stored] = rows
  return stored ? { id: Number(stored.id), isNews: isNew(state, before) } : null
}

/** Stores what WhatsApp says now, and alerts whom it concerns. */
export async function storeState(database: Database, tx: Db, account: string, state: ChannelState): Promise<void> {
  const stored = await setState(tx, account, state)
  if (stored?.isNews) await alertState(database, tx, stored.id, state.at)
}
