/** Messages of chats about a stock between table and wire. */
import { inArray } from 'drizzle-orm'
import { type QuestionMessage, tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import type { Db } from '#server/db/database.ts'
import { qnaMessages as messages } from '#server/db/tables/questions.ts'
import { kindOf } from '../rooms/message-rows.ts'
import { withLiveSources } from './live-sources.ts'
import type { StoredMessage } from './store.ts'

/** Maximum characters of a quoted message. */
const quoted = 200

const sides = ['member', 'person', 'algo'] as const
const sideOf = (by: string) => sides.find((side) => side === by) ?? 'person'

/** In the given order. `member`: name of the chat's member. */
export async function messagesOnWire(
  db: Db,
  stored: readonly StoredMessage[],
  chat: { ref: string; member: string | null },
): Promise<QuestionMessage[]> {
  const wanted = [...new Set(stored.flatMap(({ reply_to }) => reply_to ?? []))]
  const { ref, content, kind, by } = messages
  const found = wanted.length ? await db.select({ ref, content, kind, by }).from(messages).where(inArray(ref, wanted)) : []
  const answered = new Map(
    found.map((one) => [
      one.ref,
      { ref: one.ref, content: one.content?.slice(0, quoted) ?? null, kind: kindOf(one.kind), is_admin: one.by !== 'member' },
    ]),
  )
  return (await withLiveSources(db, stored)).map((one) => {
    const { id, ref: own, version, place, content: said, media, sender, is_notice, sources, created_at } = one
    const side = sideOf(one.by)
    const name = side === 'member' ? chat.member : sender
    return {
      ...{ id, ref: own, version, room: chat.ref, place, kind: kindOf(one.kind), content: said },
      media_url: media && `${tanyaSaham.path}/chat-detail/${chat.ref}/media/${own}`,
      ...{ media_name: media?.name ?? null, media_type: media?.type ?? null, media_size: media?.size ?? null },
      ...{ is_admin: side !== 'member', sender, status: side === 'member' ? ('read' as const) : ('delivered' as const), failure: null },
      ...{ reply_to: answered.get(one.reply_to ?? '') ?? null, template: null, created_at },
      ...{ name, message: said, by: side, is_notice, sources },
    }
  })
}
