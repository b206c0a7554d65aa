/** What parts of a message may do with the room around them; null beside chats that have none. */
import { createContext } from 'react'
import type { ShownMessage } from '#console/data/chat/messages.ts'

export interface PartsRoom {
  /** The customer's number in digits; '' while it is not known. */
  phone: string
  mayWrite: boolean
  /** Sets our reaction, '' takes it away; null where none can be: without the permission, or after the 24 hours. */
  react: ((message: ShownMessage, emoji: string) => void) | null
}

export const PartsContext = createContext<PartsRoom | null>(null)

/** Whether WhatsApp takes a reaction to it: a customer's message that is still there. */
export const takesReaction = ({ id, is_admin, kind, details, deleted_at }: ShownMessage): boolean =>
  id > 0 && !is_admin && kind !== 'note' && details?.type !== 'call' && !deleted_at
