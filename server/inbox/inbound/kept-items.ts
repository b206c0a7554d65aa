/** Reads items again that were kept as received: by Root after an update, and changes, marks and states whose people and messages have come since. */
import { and, asc, eq, sql } from 'drizzle-orm'
import { arrayOf, textsOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import { webhookItems } from '#server/db/tables/webhook.ts'
import type { OurNumber, Taken } from '../whatsapp/context.ts'
import { readWebhook } from '../whatsapp/webhook.ts'
import { type Inbound, type InboundChange, type InboundMark, type InboundStatus, subjectOf } from './inbound.ts'
import { identitiesOf, messageIdsOf } from './inbound-rooms.ts'

export type KeptItem = typeof webhookItems.$inferSelect

/** Days that one is followed if what it waits for comes. */
const followedDays = 7
/** Changes that follow each other. */
const maxSteps = 5

/** What an item says to today's readers; nothing where it was too long to be kept whole. */
export function readKept({ account, field, body, at }: KeptItem, numbers: readonly OurNumber[]): readonly Taken[] {
  try {
    // What it tells is as old as the item: it replaces no newer state.
    const time = Math.floor(Date.parse(at) / 1000)
    return readWebhook({ entry: [{ id: account ?? '', time, changes: [{ field, value: JSON.parse(body) }] }] }, numbers)
  } catch {
    return []
  }
}

export interface WaitingItem {
  kept: number
  item: InboundChange | InboundMark | InboundStatus
}

/** Changes that wait for somebody whom these items name, and marks and states that wait for a message that they name. */
export async function readWaiting(tx: Db, items: readonly Inbound[]): Promise<WaitingItem[]> {
  const found = new Map<number, WaitingItem[]>()
  const messageIds = new Set(items.flatMap(messageIdsOf))
  let named = items.flatMap(identitiesOf)
  for (let step = 0; step < maxSteps && (named.length || (step === 0 && messageIds.size)); step++) {
    const rows = await tx
      .select()
      .from(webhookItems)
      .where(
        and(
          eq(webhookItems.outcome, 'waiting'),
          sql`${webhookItems.target} = any(${textsOf([...named.map(({ value }) => value), ...(step === 0 ? messageIds : [])])})`,
          sql`${webhookItems.at} > now() - make_interval(days => ${followedDays})`,
        ),
      )
      .orderBy(asc(webhookItems.id))
    const fresh = rows.filter(({ id }) => !found.has(id))
    if (!fresh.length) break
    const numbers = await tx
      .select()
      .from(whatsappNumbers)
      .where(sql`${whatsappNumbers.id} = any(${arrayOf(fresh.flatMap(({ number }) => number ?? []))})`)
    for (const row of fresh) {
      const meant = readKept(row, numbers).flatMap((item): WaitingItem['item'][] => {
        if (item.type === 'mark' || item.type === 'status') return messageIds.has(subjectOf(item)) ? [item] : []
        if (item.type !== 'change') return []
        return identitiesOf(item).some((one) => named.some((each) => each.number === one.number)) ? [item] : []
      })
      found.set(
        row.id,
        meant.map((item) => ({ kept: row.id, item })),
      )
    }
    named = [...found.values()].flat().flatMap(({ item }) => (item.type === 'change' ? identitiesOf(item) : []))
  }
  return [...found.values()].flat().sort((a, b) => Date.parse(a.item.at) - Date.parse(b.item.at))
}

export async function markFollowed(tx: Db, ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  await tx
    .update(webhookItems)
    .set({ outcome: 'room', target: null })
    .where(sql`${webhookItems.id} = any(${arrayOf(ids)})`)
}
