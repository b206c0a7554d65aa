import { createContext } from 'react'
import { type MediaForm, mediaUrl } from '#console/data/chat/messages.ts'
import type { Message } from '#contract/chat/messages.ts'

/** Returns a URL of a message's media; null where it is unavailable. Chats that are no rooms have their own. */
export const MediaSource = createContext<(message: Message, form: MediaForm) => Promise<string | null>>(mediaUrl)
