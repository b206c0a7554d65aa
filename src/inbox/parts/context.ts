/** What parts of a message may do with the room around them; null beside chats that have none. */
import { createContext } from 'react'

export interface PartsRoom {
  /** Ref of the room. */
  room: string
  /** The customer's number in digits; '' while it is not known. */
  phone: string
  /** Their name as shown. */
  name: string
  mayWrite: boolean
}

export const PartsContext = createContext<PartsRoom | null>(null)
