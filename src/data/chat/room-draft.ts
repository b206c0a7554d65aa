/**
 * Unsent text of a room, per person. In localStorage at once, because a phone may end the page any moment; in the database shortly after,
 * because a crash can lose a minute of localStorage.
 */

import { isRecord } from '#contract/kit/field/guards.ts'
import { sessionStore } from '../api/session.ts'
import { readJson, removeItem, writeItem } from '../base/storage.ts'
import { ownerDatabase } from '../cache/db.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import type { Alongside } from '../outbox/store/store.ts'

export interface RoomDraft {
  content: string
  /** Ref of the quoted message. */
  reply_to?: string
}

/** `at`: time of typing, in milliseconds. */
type StoredDraft = RoomDraft & { at: number }

/** Milliseconds from typing to the database. */
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

/** A sent draft is deleted at once, so that it does not return. */
function keep(room: string, draft: StoredDraft): void {
  const db = ownerDatabase()
  if (!db) return
  const put = () => void db.withConnection(() => db.meta.put({ key: metaPrefix + room, value: draft })).catch(() => undefined)
  clearTimeout(timers.get(room))
  if (isEmpty(draft)) put()
  else timers.set(room, setTimeout(put, draftPauseMs))
}

/**
 * Moves the draft of a message into the database only, and returns what deletes it in the transaction that queues the message, so that a
 * crash leaves exactly one of them.
 */
export function leaveRoomDraft(room: string): Alongside {
  const key = metaPrefix + room
  const draft = toStored(readJson(ownKey(room)))
  clearTimeout(timers.get(room))
  const own = ownerDatabase()
  if (draft) void own?.withConnection(() => own.meta.put({ key, value: draft })).catch(() => undefined)
  removeItem(ownKey(room))
  const at = draft?.at ?? Date.now()
  return async (db) => {
    const typedSince = (toStored((await db.meta.get(key))?.value)?.at ?? 0) > at
    if (!typedSince) await db.meta.put({ key, value: { content: '', at } })
  }
}

/** Empty text is no draft. */
export function writeRoomDraft(room: string, draft: RoomDraft): void {
  const kept = { ...draft, at: Date.now() }
  if (isEmpty(draft)) removeItem(ownKey(room))
  else writeItem(ownKey(room), JSON.stringify(kept))
  keep(room, kept)
}

/** Restores localStorage from newer drafts in the database. */
export async function restoreDrafts(db: OwnerDatabase): Promise<void> {
  const done: string[] = []
  for (const { key, value } of await db.withConnection(() => db.meta.where('key').startsWith(metaPrefix).toArray())) {
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

/** Unsent text of a room, for its line in the list. */
export const draftText = (room: string): string => readRoomDraft(room).content.trim()
