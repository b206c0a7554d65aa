/** Entries of a conversation: messages, day separators and the unread marker. */
import type { ShownMessage } from '#console/data/chat/messages.ts'
import type { Message } from '#contract/chat/messages.ts'
import { wibDay } from '#contract/lib/wib.ts'

export type Entry =
  | { is: 'day'; key: string; at: string }
  | { is: 'unread'; key: string; count: number }
  /** `joins`: same side and day as the previous message, shortly after it. */
  | { is: 'message'; key: string; message: ShownMessage; joins: boolean }

/** Messages this close are grouped. */
const joinMs = 5 * 60_000

const moments = new WeakMap<ShownMessage, { day: string; ms: number }>()

/** Day and time of a message, cached because thousands are read at each new one. */
function momentOf(message: ShownMessage): { day: string; ms: number } {
  const known = moments.get(message)
  if (known) return known
  const at = new Date(message.created_at)
  const made = { day: wibDay(at), ms: at.getTime() }
  moments.set(message, made)
  return made
}

/** A customer's message that somebody has to read: no note, and nothing of their phone's past. */
export const isFromCustomer = ({ is_admin, kind, chips }: Message): boolean =>
  !is_admin && kind !== 'note' && !chips?.some(({ chip }) => chip === 'phoneHistory')

/**
 * Ref of the first of the customer's messages that came last, `unread` of them; null when none is here. `outside`: late ones from before
 * the others, which count as well.
 */
export function firstUnread(messages: readonly ShownMessage[], unread: number, outside: readonly Message[] = []): string | null {
  const theirs = messages.filter(isFromCustomer)
  const places = [...theirs, ...outside.filter(isFromCustomer)].map(({ place }) => place).sort((a, b) => a - b)
  const since = places.at(-Math.min(unread, places.length)) ?? 0
  return (unread > 0 && theirs.find(({ place }) => place >= since)?.ref) || null
}

/** `unread`: ref of the first unread message, and their number. */
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
      !isNew &&
      !isUnread &&
      own.ms - last.ms < joinMs &&
      before?.kind !== 'note' &&
      before?.is_admin === message.is_admin &&
      before.sender === message.sender
    entries.push({ is: 'message', key: message.ref, message, joins })
    before = message
    last = own
  }
  return entries
}
