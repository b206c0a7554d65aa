/** Applies marks to a message (docs/product/whatsapp.md#marks): the latest of each side counts, in whatever order they come. */
import type { MessageMarks } from '#server/db/tables/chat.ts'
import { boundedText } from '../rooms/text.ts'
import type { InboundMark } from './inbound.ts'
import type { MessageNow } from './inbound-sql.ts'

const maxEdits = 20
const maxIds = 50

export interface Marked {
  /** False for a repeated or late one. */
  isChanged: boolean
  isUnread: boolean
}

const unchanged: Marked = { isChanged: false, isUnread: false }

/** A former text, until `at`; of too many the first stays, which says what was meant before anybody changed it. */
function keepFormer(message: MessageNow, edits: NonNullable<MessageNow['edits']>): void {
  message.edits = edits.length > maxEdits ? [...edits.slice(0, 1), ...edits.slice(1 - maxEdits)] : edits
}

function react(message: MessageNow, marks: MessageMarks, { by, at, from }: InboundMark, emoji: string): Marked {
  const before = marks[by]
  if (before !== undefined && Date.parse(at) < Date.parse(before)) return unchanged
  marks[by] = at
  const others = (message.reactions ?? []).filter((reaction) => reaction.by !== by)
  const name = by === 'customer' ? (from?.name ?? null) : null
  message.reactions = emoji ? [...others, { emoji, by, name, at }] : others
  return { isChanged: true, isUnread: Boolean(emoji) && by === 'customer' && message.is_admin }
}

function edit(message: MessageNow, marks: MessageMarks, { by, at }: InboundMark, text: string | null): Marked {
  const { content } = boundedText(text ?? '')
  const edits = message.edits ?? []
  marks.begun = marks.begun !== undefined && Date.parse(marks.begun) < Date.parse(at) ? marks.begun : at
  if (marks.edited !== undefined && Date.parse(at) < Date.parse(marks.edited)) {
    // A late one: it was the text from then until the next edit.
    const next = edits.findIndex((each) => Date.parse(each.at) > Date.parse(at))
    const until = edits[next]?.at ?? marks.edited
    const before = edits.slice(0, next + 1).map((each, index) => (index === next ? { ...each, at } : each))
    keepFormer(message, [...before, { content, at: until }, ...edits.slice(next + 1)])
    return { isChanged: true, isUnread: false }
  }
  if (content === message.content) return unchanged
  keepFormer(message, [...edits, { content: message.content, at }])
  marks.edited = at
  message.content = content
  return { isChanged: true, isUnread: by === 'customer' }
}

/** Gives a message that stands for its original what the original says; a text that was changed since becomes a former one. */
export function addOriginal(message: MessageNow, original: Pick<MessageNow, 'content'>): void {
  const edited = message.marks?.edited
  if (edited === undefined) {
    message.content = original.content
    return
  }
  keepFormer(message, [{ content: original.content, at: message.marks?.begun ?? edited }, ...(message.edits ?? [])])
}

/** Applies a mark. Whoever did not write a message may only react to it. */
export function applyMark(message: MessageNow, item: InboundMark): Marked {
  const { mark, by, at, provider_id } = item
  const marks: MessageMarks = { ids: [], ...message.marks }
  if (marks.ids.includes(provider_id)) return unchanged
  const isAuthor = message.is_admin === (by === 'us')
  if ((mark.kind === 'edit' || mark.kind === 'revoke') && !isAuthor) return unchanged
  marks.ids = [...marks.ids, provider_id].slice(-maxIds)
  message.marks = marks
  switch (mark.kind) {
    case 'reaction':
      return react(message, marks, item, mark.emoji)
    case 'edit':
      return edit(message, marks, item, mark.content)
    case 'revoke': {
      const isFirst = message.deleted_at === null || Date.parse(at) < Date.parse(message.deleted_at)
      if (isFirst) message.deleted_at = at
      return { isChanged: isFirst, isUnread: false }
    }
    case 'chip':
      message.chips = [...(message.chips ?? []).filter(({ chip }) => chip !== mark.chip.chip), mark.chip]
      return { isChanged: true, isUnread: false }
  }
}
