/** What a state changes of a message of ours (docs/product/chat.md#states-of-messages). */
import type { MessageStatus } from '#contract/chat/messages.ts'
import { heldChips } from '#contract/parts/message-fields.ts'
import type { MessageChip, messages } from '#server/db/tables/chat.ts'
import { cleanText } from '../rooms/text.ts'
import type { InboundStatus } from './inbound.ts'

export type StatedMessage = Pick<typeof messages.$inferSelect, 'id' | 'status' | 'failure' | 'chips' | 'pricing' | 'status_times'>

/** A state only advances; failed yields to better news. A voice note that was heard is read, with a chip. */
const ranks: Readonly<Record<string, number>> = { queued: 0, sent: 1, failed: 2, delivered: 3, read: 4 }

export const follows = (before: string, after: MessageStatus): boolean => (ranks[after] ?? 0) > (ranks[before] ?? 0)

export interface StatusNews extends StatedMessage {
  /** Whether people see a difference. */
  isShown: boolean
}

const isHeldChip = ({ chip }: MessageChip): boolean => heldChips.some((held) => held === chip)

/** Null for a state that says nothing new. `isRequeued`: the queue sends the message again. `at`: of the state, ISO 8601. */
export function readNews(message: StatedMessage, item: InboundStatus, at: string, isRequeued: boolean): StatusNews | null {
  const { id, chips } = message
  const isHeard = item.isPlayed === true && !chips?.some(({ chip }) => chip === 'played')
  const isHeld = item.held !== undefined && message.status === 'queued' && !chips?.some(({ chip }) => chip === item.held)
  const isNext = follows(message.status, item.status)
  const name = item.isPlayed ? 'played' : (item.held ?? item.status)
  const isTimed = message.status_times?.[name] === undefined
  const isPriced = message.pricing === null && item.pricing !== undefined
  if (!isNext && !isHeard && !isHeld && !isTimed && !isPriced) return null
  // What goes is held no more.
  const before = isNext || isHeld ? chips?.filter((one) => !isHeldChip(one)) : chips
  const added: MessageChip[] = [...(isHeard ? [{ chip: 'played' } as const] : []), ...(isHeld && item.held ? [{ chip: item.held }] : [])]
  return {
    id,
    status: isRequeued ? 'queued' : isNext ? item.status : message.status,
    failure: isNext ? (item.status === 'failed' && cleanText(item.failure ?? '', 500)) || null : message.failure,
    chips: added.length ? [...(before ?? []), ...added] : before?.length ? before : null,
    pricing: isPriced ? (item.pricing ?? null) : message.pricing,
    status_times: isTimed ? { ...message.status_times, [name]: at } : message.status_times,
    isShown: isNext || isHeard || isHeld,
  }
}
