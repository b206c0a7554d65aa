/** What WhatsApp's webhook says of templates beside their list: quality, and what becomes of them (docs/product/whatsapp.md#states). */
import { and, eq, inArray } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import type { Db } from '#server/db/database.ts'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import { channelStates } from '#server/db/tables/webhook.ts'

export interface TemplateNews {
  /** As WhatsApp names it, such as RED. */
  quality?: string
  /** The category that it will have. */
  becomes?: string
  /** ISO 8601. */
  becomes_at?: string
}

function newsOf({ kind, value }: Pick<typeof channelStates.$inferSelect, 'kind' | 'value'>): TemplateNews {
  if (kind === 'templateQuality') return { quality: toText(value.new_quality_score) }
  const [becomes, at] = [toText(value.correct_category), toText(value.date)]
  return { ...(becomes && { becomes }), ...(becomes && at && { becomes_at: at }) }
}

/** By name and language, `<name> <language>`, of one number or of every active one. */
export async function readTemplateNews(db: Db, number: number | null): Promise<ReadonlyMap<string, TemplateNews>> {
  const chosen = number === null ? eq(whatsappNumbers.is_active, true) : eq(whatsappNumbers.id, number)
  const accounts = db.select({ id: whatsappNumbers.business_account_id }).from(whatsappNumbers).where(chosen)
  const states = await db
    .select()
    .from(channelStates)
    .where(and(inArray(channelStates.account, accounts), inArray(channelStates.kind, ['templateQuality', 'templateCategory'])))
  const news = new Map<string, TemplateNews>()
  for (const state of states) news.set(state.subject, { ...news.get(state.subject), ...newsOf(state) })
  return news
}
