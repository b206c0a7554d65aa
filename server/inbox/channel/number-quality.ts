/** The quality of numbers, which WhatsApp rates and tells by no event any more (docs/product/whatsapp.md#states). */
import { and, eq } from 'drizzle-orm'
import type { ChannelAlert } from '#contract/chat/channel-alerts.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Database, Db } from '#server/db/database.ts'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import { channelStates } from '#server/db/tables/webhook.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { storeState } from '../inbound/raw-items.ts'
import type { WhatsappNumber } from '../rooms/templates.ts'
import { channelOf, type QualityRating } from './channel.ts'
import { isRefusal } from './graph.ts'

/** What events of older versions said. */
const ofEvent: Readonly<Record<string, QualityRating>> = { FLAGGED: 'RED', UNFLAGGED: 'GREEN' }
const alert: ChannelAlert = 'numberQuality'

/** `at`: ISO 8601, before the question: what an event says meanwhile is newer. A low number that is medium now is not well yet. */
async function storeRating(database: Database, tx: Db, number: WhatsappNumber, rating: QualityRating, at: string): Promise<void> {
  const own = and(eq(channelStates.number, number.id), eq(channelStates.kind, 'quality'))
  const [before] = await tx.select({ value: channelStates.value }).from(channelStates).where(own).for('update')
  const { rating: known, event, alert: open } = before?.value ?? {}
  const isSaid = (known ?? ofEvent[toText(event)] ?? 'UNKNOWN') === rating
  if (isSaid || (open === alert && rating === 'YELLOW')) return
  const value = { rating, ...(rating === 'RED' && { alert }) }
  await storeState(database, tx, number.business_account_id ?? '', { number: number.id, kind: 'quality', subject: '', value, at })
}

/** Reads each active number; one that cannot be read is as it was until the next time. */
export const numberQualityJob = jobKind('number-quality', 'quick', async (run) => {
  const { database, log } = run.platform
  const numbers = await database.db.select().from(whatsappNumbers).where(eq(whatsappNumbers.is_active, true))
  for (const number of numbers) {
    const at = new Date().toISOString()
    const rating = await channelOf(run.platform, number).quality(number)
    if (isRefusal(rating)) log.warn({ number: number.id, next: rating.next }, 'the quality of a number was not read')
    else if (rating)
      await run.commit(async (tx) => {
        await storeRating(database, tx, number, rating, at)
        return {}
      })
  }
  await run.commit(async () => ({ finished: true }))
  return 'done'
})
