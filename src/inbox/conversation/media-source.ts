import { createContext } from 'react'
import { mediaUrl } from '#console/data/chat/messages.ts'
import type { Message } from '#contract/chat/messages.ts'

/** Gives an address of what a message carries; null where it cannot be had now. Chats that are no rooms bring their own. */
export const MediaSource = createContext<(message: Message, small: boolean) => Promise<string | null>>(mediaUrl)
