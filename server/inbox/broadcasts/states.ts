/** What WhatsApp says of an account, a number or a template that holds a broadcast before its next message. */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { BroadcastHold } from '#contract/chat/broadcasts.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Db } from '#server/db/database.ts'
import type { broadcasts } from '#server/db/tables/broadcasts.ts'
import { messages, rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { channelStates } from '#server/db/tables/webhook.ts'

type Broadcast = typeof broadcasts.$inferSelect

const tiers: Readonly<Record<string, number>> = { K: 1_000 }

/** 250, 'TIER_2K'; null for 'TIER_UNLIMITED' and what is not known. */
export function readLimit(text: unknown): number | null {
  const [, digits, unit = ''] = /^(?:TIER_)?(\d{1,9})(K?)$/.exec(toText(text)) ?? []
  return digits === undefined ? null : Number(digits) * (tiers[unit] ?? 1)
}

async function statesOf(db: Db, number: typeof whatsappNumbers.$inferSelect) {
  const { account, number: of, kind } = channelStates
  const ofAccount = and(isNull(of), eq(account, number.business_account_id ?? ''))
  const kinds = ['limit', 'capability', 'restriction', 'connection', 'ban', 'template', 'quality']
  return db
    .select()
    .from(channelStates)
    .where(and(inArray(kind, kinds), or(eq(of, number.id), ofAccount)))
}

/**
 * Different people whom WhatsApp lets an account still write to first today; null without a limit. Everybody who got a template within a day
 * counts, since it is not kept who was within their 24 hours.
 */
export async function readRest(db: Db, number: typeof whatsappNumbers.$inferSelect): Promise<number | null> {
  const states = await statesOf(db, number)
  const limits = states.filter(({ kind }) => kind === 'limit' || kind === 'capability')
  const [latest] = limits.filter(({ value }) => value.limit !== undefined).sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  const limit = readLimit(latest?.value.limit)
  if (limit === null) return null
  const isTheirs = number.business_account_id
    ? eq(whatsappNumbers.business_account_id, number.business_account_id)
    : eq(whatsappNumbers.id, number.id)
  const [used] = await db
    .select({ people: sql<number>`count(distinct ${messages.room})::int` })
    .from(messages)
    .innerJoin(rooms, eq(rooms.id, messages.room))
    .innerJoin(whatsappNumbers, eq(whatsappNumbers.id, rooms.whatsapp_number))
    .where(
      and(
        isTheirs,
        // The condition of the index messages_replies.
        sql`${messages.is_admin} and ${messages.sender_id} is not null and ${messages.created_at} > now() - interval '24 hours'`,
        sql`${messages.template} is not null and ${messages.status} <> 'failed'`,
      ),
    )
  return Math.max(0, limit - (used?.people ?? 0))
}

/** Neither lets a template go; the second stops all messages. */
const restrictions: ReadonlySet<unknown> = new Set(['RESTRICTED_BIZ_INITIATED_MESSAGING', 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING'])
const stopping: ReadonlySet<unknown> = new Set(['PAUSED', 'DISABLED', 'REJECTED', 'FLAGGED'])

/** Null: it may go on. What is older than its last start, and lasts, was known then: a template or a quality holds it once. */
export async function findHold(db: Db, broadcast: Broadcast, isOpen: boolean): Promise<BroadcastHold | null> {
  const [number] = await db.select().from(whatsappNumbers).where(eq(whatsappNumbers.id, broadcast.whatsapp_number))
  if (!number?.is_active) return 'numberOff'
  const { name, language } = broadcast.template
  for (const { kind, subject, value, at } of await statesOf(db, number)) {
    const isNew = Date.parse(at) > Date.parse(broadcast.going_since)
    if ((kind === 'connection' && value.isOff === true) || (kind === 'ban' && value.state === 'DISABLE')) return 'numberOff'
    const until = typeof value.until === 'string' ? Date.parse(value.until) : Number.POSITIVE_INFINITY
    if (kind === 'restriction' && restrictions.has(subject) && until > Date.now()) return 'restricted'
    if (kind === 'template' && isNew && subject === `${name} ${language}` && stopping.has(value.event)) return 'template'
    if (kind === 'quality' && isNew && value.alert === 'numberQuality') return 'quality'
  }
  return !isOpen && (await readRest(db, number)) === 0 ? 'limit' : null
}
