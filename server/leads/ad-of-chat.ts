/** The advertisement that brought a customer's chat, for a lead that is made from it (docs/product/leads.md#sources). */
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { scopeOf } from '#server/crud/query/read.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import type { Db } from '#server/db/database.ts'
import { messages, rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { campaigns, type LeadSource } from '#server/db/tables/crm.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'

/** As WhatsApp and reports name it, in every language. */
const source = 'WhatsApp ad'

/** Of the chats that this person sees with a phone, the first one's; null where none began with an advertisement. */
export async function findAdOfChat(db: Db, user: CurrentUser, phone: string): Promise<LeadSource | null> {
  const shape = targetOf('chat-platform')
  if (!shape || !phone) return null
  // As the index rooms_phone_of_number has them: no room but theirs is read.
  const ofPhone = sql`${rooms.whatsapp_number} = any(array(select id from ${whatsappNumbers})) and ${rooms.customer_phone} <> ''`
  const theirs = and(ofPhone, eq(rooms.customer_phone, phone), eq(rooms.source, 'ad'), scopeOf(shape, user).where)
  const [found] = await db
    .select({ referral: messages.referral, at: messages.created_at })
    .from(messages)
    .innerJoin(rooms, eq(rooms.id, messages.room))
    .where(and(theirs, isNotNull(messages.referral)))
    .orderBy(asc(messages.created_at), asc(messages.id))
    .limit(1)
  if (!found?.referral) return null
  const { headline, body, source_url: link, source_id: id } = found.referral
  const named = id ? eq(campaigns.utm_campaign, id) : undefined
  const [campaign] = named ? await db.select({ id: campaigns.id }).from(campaigns).where(named).orderBy(asc(campaigns.id)).limit(1) : []
  return {
    ref: uuidv7(),
    campaign_id: campaign?.id ?? null,
    campaign_name: null,
    source,
    at: found.at,
    // Some have no headline.
    ad: (headline || body || link)?.slice(0, 300) ?? null,
    link: link && /^https?:\/\//i.test(link) ? link : null,
  }
}
