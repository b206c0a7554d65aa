/** The question for the number of a customer who has none here (docs/product/chat.md#asking-for-the-number). */
import { and, eq, ne, sql } from 'drizzle-orm'
import { contactRequestHours, maxContactRequest } from '#contract/chat/messages.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import { type MessageChip, messages } from '#server/db/tables/chat.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'

const chip = { chip: 'contactRequest' } as const satisfies MessageChip

/** Returns the marks of its message, in a locked room. Throws 422 where the number is known, and while an earlier one is open. */
export async function contactRequest(
  db: Db,
  room: AnyRow,
  { content, media, template }: { content: string | null; media: unknown; template: unknown },
): Promise<MessageChip[]> {
  if (media || template) throw fieldError('asks_contact', 'not_allowed')
  if (!content) throw fieldError('content', 'required')
  if (content.length > maxContactRequest) throw fieldError('content', 'max_length', { max: maxContactRequest })
  if (room.customer_phone) throw refused('invalid', refusal('number_known'))
  const isOpen = sql`${messages.chips} @> ${JSON.stringify([chip])}::jsonb and
    ${messages.created_at} > now() - make_interval(hours => ${contactRequestHours}::int)`
  const open = and(eq(messages.room, room.id), eq(messages.is_admin, true), ne(messages.status, 'failed'), isOpen)
  if ((await db.$count(messages, open)) > 0) throw refused('invalid', refusal('contact_asked'))
  return [chip]
}
