/**
 * What was typed in a room and not sent, per person and room. In localStorage at once, because a phone may end the page any
 * moment; in the database a moment later, because a browser that is killed may not have written localStorage for a minute.
 */

import { isRecord } from '#contract/kit/field/guards.ts'
import { sessionStore } from '../api/session.ts'
import { readJson, removeItem, writeItem } from '../base/storage.ts'
import { ownerDatabase } from '../cache/db.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import type { Alongside } from '../outbox/store/store.ts'

export interface RoomDraft {
  content: string
  /** Ref of the message it answers. */
  reply_to?: string
}

/** `at`: when it was typed, in milliseconds. */
type StoredDraft = RoomDraft & { at: number }

/** Between two letters nothing is written to the database. */
export const draftPauseMs = 400
const metaPrefix = 'draft '
const storageKey = (owner: string, room: string) => `draft:${owner}:chat/${room}`
const ownKey = (room: string) => storageKey(sessionStore.get().session?.user.ref ?? '', room)

const isEmpty = ({ content, reply_to }: RoomDraft) => content.trim() === '' && !reply_to

function toStored(value: unknown): StoredDraft | null {
  if (!isRecord(value) || typeof value.content !== 'string') return null
  const { content, reply_to, at } = value
  return { content, at: typeof at === 'number' ? at : 0, ...(typeof reply_to === 'string' && { reply_to }) }
}

export function readRoomDraft(room: string): RoomDraft {
  const kept = toStored(readJson(ownKey(room)))
  return { content: kept?.content ?? '', ...(kept?.reply_to && { reply_to: kept.reply_to }) }
}

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** One that was sent is taken away at once, so that it does not come back. */
function keep(room: string, draft: StoredDraft): void {
  const db = ownerDatabase()
  if (!db) return
  const put = () => void db.meta.put({ key: metaPrefix + room, value: draft }).catch(() => undefined)
  clearTimeout(timers.get(room))
  if (isEmpty(draft)) put()
  else timers.set(room, setTimeout(put, draftPauseMs))
}

/**
 * For a message on its way into the outbox: from now on the draft is in the database alone, and what this answers takes it away
 * there. Done in the transaction that keeps the message, a page that is killed leaves the one or the other.
 */
export function leaveRoomDraft(room: string): Alongside {
  const key = metaPrefix + room
  const draft = toStored(readJson(ownKey(room)))
  clearTimeout(timers.get(room))
  if (draft)
    void ownerDatabase()
      ?.meta.put({ key, value: draft })
      .catch(() => undefined)
  removeItem(ownKey(room))
  const at = draft?.at ?? Date.now()
  return async (db) => {
    const typedSince = (toStored((await db.meta.get(key))?.value)?.at ?? 0) > at
    if (!typedSince) await db.meta.put({ key, value: { content: '', at } })
  }
}

/** Nothing typed is no draft. */
export function writeRoomDraft(room: string, draft: RoomDraft): void {
  const kept = { ...draft, at: Date.now() }
  if (isEmpty(draft)) removeItem(ownKey(room))
  else writeItem(ownKey(room), JSON.stringify(kept))
  keep(room, kept)
}

/** Puts localStorage right with what the database has, where that is newer. */
export async function restoreDrafts(db: OwnerDatabase): Promise<void> {
  const done: string[] = []
  for (const { key, value } of await db.meta.where('key').startsWith(metaPrefix).toArray()) {
    const name = storageKey(db.owner, key.slice(metaPrefix.length))
    const [draft, own] = [toStored(value), toStored(readJson(name))]
    if (draft && own && own.at > draft.at) continue
    if (draft && !isEmpty(draft)) writeItem(name, JSON.stringify(draft))
    else {
      removeItem(name)
      done.push(key)
    }
  }
  await db.meta.bulkDelete(done)
}

/** Whether something unsent was typed in the room, for its line in the list. */
export const draftText = (room: string): string => readRoomDraft(room).content.trim()
