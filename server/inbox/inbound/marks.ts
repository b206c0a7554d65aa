/** Applies marks to a message (docs/product/whatsapp.md#marks): the latest of each side counts, in whatever order they come. */
import type { MessageMarks } from '#server/db/tables/chat.ts'
import { boundedText } from '../rooms/text.ts'
import type { InboundMark } from './inbound.ts'
import type { MessageNow } from './inbound-sql.ts'

const maxEdits = 20
const maxIds = 50

export interface Marked {
  /** False for a repeated one, and one of somebody who may not. */
  isChanged: boolean
  isUnread: boolean
}

const unchanged: Marked = { isChanged: false, isUnread: false }

/** What a message says from a moment on; null: since it was written. */
interface Words {
  content: string | null
  since: string | null
}

/** What it has said, in order; nothing for what stands in the place of a message whose words nobody told. */
function readWords({ content, edits }: MessageNow, { standIn, edited, begun }: MessageMarks): Words[] {
  if (standIn === 'mark' && edited === undefined) return []
  const former = edits ?? []
  const times = [standIn === 'mark' ? begun : undefined, ...former.map(({ at }) => at)]
  return [...former.map((one) => one.content), content].map((each, at) => ({ content: each, since: times[at] ?? null }))
}

/** Of too many former texts the first stays, which says what was meant before anybody changed it. */
function writeWords(message: MessageNow, marks: MessageMarks, words: readonly Words[]): void {
  const former = words.slice(0, -1).map(({ content }, at) => ({ content, at: words[at + 1]?.since ?? '' }))
  const edits = former.length > maxEdits ? [...former.slice(0, 1), ...former.slice(1 - maxEdits)] : former
  message.edits = edits.length ? edits : null
  message.content = words.at(-1)?.content ?? null
  const times = words.flatMap(({ since }) => since ?? [])
  Object.assign(marks, { begun: times[0], edited: times.at(-1) })
}

function react(message: MessageNow, marks: MessageMarks, { by, at, from }: InboundMark, emoji: string): Marked {
  const before = marks[by]
  if (before !== undefined && Date.parse(at) < Date.parse(before)) return { isChanged: true, isUnread: false }
  marks[by] = at
  const others = (message.reactions ?? []).filter((reaction) => reaction.by !== by)
  const name = by === 'customer' ? (from?.name ?? null) : null
  message.reactions = emoji ? [...others, { emoji, by, name, at }] : others
  return { isChanged: true, isUnread: Boolean(emoji) && by === 'customer' && authorOf(message, marks) === 'us' }
}

function edit(message: MessageNow, marks: MessageMarks, { by, at }: InboundMark, text: string | null): Marked {
  const words = readWords(message, marks)
  const before = words.at(-1)
  // A late one was the text until the next.
  const next = words.findIndex(({ since }) => since !== null && Date.parse(since) > Date.parse(at))
  words.splice(next < 0 ? words.length : next, 0, { content: boundedText(text ?? '').content, since: at })
  writeWords(message, marks, words)
  return { isChanged: true, isUnread: by === 'customer' && before?.content !== message.content }
}

/** Null where a message is not here, and nobody has shown yet that it is theirs. */
function authorOf({ is_admin }: MessageNow, { standIn, author }: MessageMarks): InboundMark['by'] | null {
  if (standIn === 'mark') return author ?? null
  return is_admin ? 'us' : 'customer'
}

/** Gives a message that stands for its original what the original says; a text that was changed since becomes a former one. */
export function addOriginal(message: MessageNow, original: Pick<MessageNow, 'content' | 'is_admin'>): void {
  const { standIn, author, ...marks }: MessageMarks = { ids: [], ...message.marks }
  const isForeign = author !== undefined && (author === 'us') !== original.is_admin
  const known = isForeign ? [] : readWords(message, { ...marks, ...(standIn && { standIn }) })
  // What a line said that only stood for it is no former text.
  const words = [{ content: original.content, since: null }, ...known.filter(({ since }) => since !== null)]
  writeWords(message, marks, words)
  if (isForeign) message.deleted_at = null
  message.marks = marks
}

/** Applies a mark. A person who did not write the message may only react to it. */
export function applyMark(message: MessageNow, item: InboundMark): Marked {
  const { mark, by, at, provider_id } = item
  const marks: MessageMarks = { ids: [], ...message.marks }
  if (marks.ids.includes(provider_id)) return unchanged
  if (mark.kind === 'edit' || mark.kind === 'revoke') {
    if ((authorOf(message, marks) ?? by) !== by) return unchanged
    if (marks.standIn === 'mark') marks.author = by
  }
  marks.ids = [...marks.ids, provider_id].slice(-maxIds)
  message.marks = marks
  switch (mark.kind) {
    case 'reaction':
      return react(message, marks, item, mark.emoji)
    case 'edit':
      return edit(message, marks, item, mark.content)
    case 'revoke':
      if (message.deleted_at === null || Date.parse(at) < Date.parse(message.deleted_at)) message.deleted_at = at
      return { isChanged: true, isUnread: false }
    case 'chip':
      message.chips = [...(message.chips ?? []).filter(({ chip }) => chip !== mark.chip.chip), mark.chip]
      return { isChanged: true, isUnread: false }
  }
}
