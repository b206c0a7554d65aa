/** Marks at earlier messages: reactions, edits and deletions (docs/product/whatsapp.md#marks). */
import { toRecord } from '#contract/kit/field/guards.ts'
import type { InboundMark, Party } from '../inbound/inbound.ts'
import { type Context, type OurNumber, raw } from './context.ts'
import { readKind } from './kinds.ts'
import { readId, readText, readTime } from './values.ts'

type Json = Readonly<Record<string, unknown>>

interface Read {
  target: unknown
  mark: InboundMark['mark']
}

/** An emoji with everything that is joined to it. */
const maxEmoji = 40

const readers: Readonly<Record<string, (part: Json) => Read | null>> = {
  reaction: ({ message_id, emoji }) => ({ target: message_id, mark: { kind: 'reaction', emoji: readText(emoji, maxEmoji).trim() } }),
  edit({ original_message_id, message }) {
    const inside = toRecord(message)
    const { content, isStandIn, details } = readKind({ ...inside, context: undefined })
    // An edit whose new text is not there says nothing that could be shown.
    if (isStandIn || details?.type === 'unreadable') return null
    return { target: original_message_id, mark: { kind: 'edit', content } }
  },
  revoke: ({ original_message_id }) => ({ target: original_message_id, mark: { kind: 'revoke' } }),
}

export const markTypes: readonly string[] = Object.keys(readers)

export const isMark = (type: string): boolean => Object.hasOwn(readers, type)

/** Null where its part is missing or wrong. `list`: which one of the value it is of. */
export function readMark(
  context: Context,
  list: string,
  item: Json,
  number: OurNumber,
  from: Party,
  provider_id: string,
  by: InboundMark['by'],
): InboundMark | null {
  const type = readText(item.type, 40)
  const read = isMark(type) ? readers[type]?.(toRecord(item[type])) : null
  const target = readId(read?.target)
  if (!read || !target) return null
  const kept = read.mark.kind === 'reaction' ? { kept: () => raw(context, type, 'room', { list, item }) } : {}
  return { type: 'mark', provider_id, number: number.id, from, by, target, at: readTime(item.timestamp), mark: read.mark, ...kept }
}
