/**
 * One reader of the feed per process: it listens on the channel, reads what was committed, and passes it to every
 * client that may see it.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/db/database.ts'
import { chatChannel } from '#server/people/chat-feed.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { type FeedPosition, getFeedHorizon } from '#server/platform/core/feed-position.ts'
import { type FeedPage, readChanges } from './changes.ts'
import type { RoomScope } from './cursor.ts'
import { epochOf, eventOf, eventText, hiddenRoomOf, isVisibleTo, readSubjects, type Subjects } from './events.ts'
import { createRecent, type Recent } from './recent.ts'

/** Changes that are read at once. */
const batch = 1_000
/** Minimum milliseconds between two reads: what is committed meanwhile is read and sent as one batch. */
const intervalMs = 10
/** Milliseconds until changes are read again that wait for an earlier transaction. */
const recheckMs = 10
/** Milliseconds between polls, in case a signal was lost, such as while the listening connection was cut. */
const pollMs = 2_000
const afterError = 1_000

export interface FeedEvent {
  place: FeedPosition
  /** The event as JSON. */
  text: string
  /** Ref of a room that is no longer visible in this scope. */
  hiddenRoom: string | null
}

export interface Member {
  scope: RoomScope
  take(feedEvent: FeedEvent): void
}

export interface Hub {
  epoch: string
  /** The most recent changes. */
  recent: Recent
  /** Subscribes the member to everything after the returned place. */
  join(member: Member): FeedPosition
  leave(member: Member): void
  /** Ends the reading. */
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

  /**
   * What was committed since, and what it is about. In one transaction: one after the other, each of these queries would wait for
   * whatever is being stored meanwhile in the embedded database.
   */
  const look = () =>
    database.transaction(async (tx) => {
      const page = await readChanges(tx, place, batch)
      return { page, subjects: await subjectsOf(tx, page) }
    })

  function hand({ changes, next }: FeedPage, subjects: Subjects | null): void {
    const texts = new Map<object, string>()
    // No await here, so that a joining member receives either all of it or nothing.
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
      // The first member may have joined after this page was read.
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
