/** Fills the cache while a tab is viewed: the newest rooms at once, then the last messages of each in turn. */
import { conversation, type MessagePage } from '#contract/chat/messages.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { ApiError } from '../api/api-error.ts'
import { connectionStore } from '../api/connection.ts'
import { request } from '../api/request.ts'
import { isVisible } from '../base/visible.ts'
import { chatTables, maxMessages, maxRooms, refillRooms, replaceMessages } from '../outbox/store/chat-cache.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { namedRow } from '../query/queries.ts'
import type { Feed } from './feed.ts'
import { forgetRooms, roomsStore, takeRooms } from './memory.ts'
import { watched } from './watched.ts'

const pageSize = 100
/** Milliseconds between rooms, for the person's own requests. */
const pauseMs = 150

const list = sectionCall(chatPlatform, 'list')

/** Including snoozed ones. */
const everything = [{ field: 'snoozed', values: ['true', 'false'] }]

async function readNewest(): Promise<AnyRow[]> {
  const rows = new Map<string, AnyRow>()
  for (let page = 1; rows.size < maxRooms; page++) {
    const answer = await request<Page<AnyRow>>(list, { list: { ...firstPage, page, size: pageSize, filters: everything } })
    // Rooms move between pages: duplicates are merged.
    for (const row of answer.data.map(namedRow)) rows.set(row.ref, row)
    if (answer.next_page === 0) break
  }
  return [...rows.values()].slice(0, maxRooms)
}

/** Reads the newest rooms into memory and, in the writing tab, onto the device. Throws offline. */
export async function fillRooms(db: OwnerDatabase, feed: Feed, writes: boolean): Promise<void> {
  const known = roomsStore.get().rooms
  const isGone = (ref: string) => known.has(ref) && !roomsStore.get().rooms.has(ref)
  const rows = (await readNewest()).filter(({ ref }) => !isGone(ref))
  const fresh = new Set(rows.map(({ ref }) => ref))
  const stays = (ref: string) => fresh.has(ref) || feed.touched().has(ref)
  forgetRooms([...roomsStore.get().rooms.keys()].filter((ref) => !stays(ref)))
  takeRooms(rows, true)
  if (!writes) return
  const cursor = await feed.flush()
  if (cursor !== null) await refillRooms(db, rows, feed.touched(), cursor)
}

const newestStale = (db: OwnerDatabase, tried: ReadonlySet<string>) =>
  db.rooms
    .orderBy('last_message_at')
    .reverse()
    .filter(({ ref, stale }) => stale && !tried.has(ref))
    .first()

const rest = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs))

/** A deleted room does not stop the others. */
function unlessRefused(error: unknown): null {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401) return null
  throw error
}

async function fillOne(db: OwnerDatabase, room: string): Promise<void> {
  const page = await request<MessagePage>(conversation, { params: { id: room }, query: { limit: maxMessages } }).catch(unlessRefused)
  if (page) await db.transaction('rw', chatTables(db), () => replaceMessages(db, room, page))
}

/** Runs until every cached room has messages, the connection is lost, or `ends` is true. Never throws. */
export async function fillMessages(db: OwnerDatabase, ends: () => boolean): Promise<void> {
  const may = () => !ends() && connectionStore.get() === 'online'
  const tried = new Set<string>()
  try {
    for (let room = await newestStale(db, tried); room && may(); room = await newestStale(db, tried)) {
      await watched(db.owner, () => !may())
      if (!may()) return
      tried.add(room.ref)
      await fillOne(db, room.ref)
      // Hidden tabs have throttled timers, and need no pause.
      if (isVisible()) await rest()
    }
  } catch {
    // Offline or on a full device, it resumes at the next connection.
  }
}
