/** One feed reader per process: listens on the channel, reads commits, and sends them to all clients that may see them. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/db/database.ts'
import { chatChannel } from '#server/people/chat-feed.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { type FeedPosition, getFeedHorizon } from '#server/platform/core/feed-position.ts'
import { type FeedPage, readChanges } from './changes.ts'
import type { RoomScope } from './cursor.ts'
import { epochOf, eventOf, eventText, hiddenRoomOf, isVisibleTo, readSubjects, type Subjects } from './events.ts'
import { createRecent, type Recent } from './recent.ts'

/** Changes per read. */
const batch = 1_000
/** Minimum ms between reads: commits in between are sent as one batch. */
const intervalMs = 10
/** Ms until changes are read again that wait for an earlier transaction. */
const recheckMs = 10
/** Milliseconds between polls, for lost signals, such as after a cut of the listening connection. */
const pollMs = 2_000
const afterError = 1_000

export interface FeedEvent {
  place: FeedPosition
  /** JSON of the event. */
  text: string
  /** Ref of a room hidden from this scope. */
  hiddenRoom: string | null
}

export interface Member {
  scope: RoomScope
  take(feedEvent: FeedEvent): void
}

export interface Hub {
  epoch: string
  /** Most recent changes. */
  recent: Recent
  /** Subscribes to everything after the returned position. */
  join(member: Member): FeedPosition
  leave(member: Member): void
  /** Stops reading. */
  stop(): void
}

export async function startHub(platform: Platform): Promise<Hub> {
  const { database, log } = platform
  const { db } = database
  const scopes = new Map<string, { scope: RoomScope; members: Set<Member> }>()
  const epoch = await epochOf(db)
  let place = await getFeedHorizon(db)
  const recent = createRecent(place)
  let isReading = false
  let isRequested = false
  let isStopped = false

  function later(milliseconds: number): void {
    setTimeout(wake, milliseconds).unref()
  }

  const subjectsOf = (from: Db, { changes }: FeedPage) => (changes.length && scopes.size ? readSubjects(from, changes) : null)

  /** Reads new commits and their subjects in one transaction: separate queries would each wait for writes of the embedded database. */
  const look = () =>
    database.transaction(async (tx) => {
      const page = await readChanges(tx, place, batch)
      return { page, subjects: await subjectsOf(tx, page) }
    })

  function hand({ changes, next }: FeedPage, subjects: Subjects | null): void {
    const texts = new Map<object, string>()
    // No await, so that a joining member receives all of it or nothing.
    if (subjects)
      for (const { scope, members } of scopes.values())
        for (const change of changes) {
          const event = isVisibleTo(scope, change) ? eventOf(change, subjects, scope, epoch) : null
          if (!event) continue
          const feedEvent = { place: change, text: eventText(event, texts), hiddenRoom: hiddenRoomOf(event) }
          for (const member of members) member.take(feedEvent)
        }
    recent.add(changes)
    place = next
  }

  async function read(): Promise<void> {
    do {
      isRequested = false
      const { page, subjects } = await look()
      // The first member may have joined after this read.
      hand(page, subjects ?? (await subjectsOf(db, page)))
      if (page.isFull) isRequested = true
      else if (isRequested) await pause(intervalMs)
      else if (page.isWaiting) later(recheckMs)
    } while (isRequested && !isStopped)
  }

  function wake(): void {
    isRequested = true
    if (isReading || isStopped) return
    isReading = true
    read()
      .catch((error: unknown) => {
        isRequested = false
        if (isStopped) return
        log.error({ err: error }, 'the feed of chats could not be read')
        later(afterError)
      })
      .finally(() => {
        isReading = false
        // Requested after the last read.
        if (isRequested) wake()
      })
  }

  await database.listen(chatChannel, wake)
  const timer = setInterval(wake, pollMs).unref()
  return {
    epoch,
    recent,
    join(member) {
      const known = scopes.get(member.scope.key) ?? { scope: member.scope, members: new Set() }
      scopes.set(member.scope.key, known)
      known.members.add(member)
      return place
    },
    leave(member) {
      const known = scopes.get(member.scope.key)
      known?.members.delete(member)
      if (!known?.members.size) scopes.delete(member.scope.key)
    },
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}
