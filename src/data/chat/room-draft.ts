/** What was typed in a room and not sent, kept on the device per person and room. */
import { draftKey, dropDraft } from '#console/kit/form/draft.ts'
import { readStored, writeStored } from '#console/kit/stored.ts'

export interface RoomDraft {
  content: string
  /** Ref of the message it answers. */
  reply_to?: string
}

const keyOf = (room: string) => draftKey(`chat/${room}`)

export function readRoomDraft(room: string): RoomDraft {
  const { content, reply_to } = Object(readStored(keyOf(room)))
  return { content: typeof content === 'string' ? content : '', ...(typeof reply_to === 'string' && { reply_to }) }
}

/** Written at once, because a phone may end the page any moment. Nothing typed is no draft. */
export function writeRoomDraft(room: string, draft: RoomDraft): void {
  if (draft.content.trim() === '' && !draft.reply_to) dropDraft(keyOf(room))
  else writeStored(keyOf(room), draft)
}

/** Whether something unsent was typed in the room, for its line in the list. */
export const draftText = (room: string): string => readRoomDraft(room).content.trim()
