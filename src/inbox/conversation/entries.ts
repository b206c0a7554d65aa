/** What stands in a conversation: its messages, a line where a day begins, and one where the unread begin. */
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { wibDay } from '#contract/lib/wib.ts'

export type Entry =
  | { is: 'day'; key: string; at: string }
  | { is: 'unread'; key: string; count: number }
  /** `joins`: the one above is by the same side on the same day, shortly before. */
  | { is: 'message'; key: string; message: ShownMessage; joins: boolean }

/** Messages this close together read as one. */
const joinMs = 5 * 60_000

const moments = new WeakMap<ShownMessage, { day: string; ms: number }>()

/** When a message was made; worked out once, because thousands are looked at with every new one. */
function momentOf(message: ShownMessage): { day: string; ms: number } {
  const known = moments.get(message)
  if (known) return known
  const at = new Date(message.created_at)
  const made = { day: wibDay(at), ms: at.getTime() }
  moments.set(message, made)
  return made
}

/** Ref of the first of the last `unread` messages of the customer; null when none is cached. */
export function firstUnread(messages: readonly ShownMessage[], unread: number): string | null {
  let left = unread
  let first: string | null = null
  for (let at = messages.length - 1; at >= 0 && left > 0; at--) {
    const message = messages[at]
    if (!message || message.is_admin) continue
    first = message.ref
    left -= 1
  }
  return first
}

/** `unread` is the ref before which the marker stands, and how many follow it. */
export function entriesOf(messages: readonly ShownMessage[], unread: { ref: string; count: number } | null): Entry[] {
  const entries: Entry[] = []
  let before: ShownMessage | undefined
  let last = { day: '', ms: 0 }
  for (const message of messages) {
    const own = momentOf(message)
    const isNew = own.day !== last.day
    if (isNew) entries.push({ is: 'day', key: `day ${own.day} ${message.ref}`, at: message.created_at })
    const isUnread = unread?.ref === message.ref
    if (isUnread) entries.push({ is: 'unread', key: 'unread', count: unread.count })
    const joins =
      !isNew && !isUnread && own.ms - last.ms < joinMs && before?.is_admin === message.is_admin && before.sender === message.sender
    entries.push({ is: 'message', key: message.ref, message, joins })
    before = message
    last = own
  }
  return entries
}
