/** One reader of the feed for each process: it hears the channel, reads what was committed, and hands it to whoever may see it. */
import type { ChatEvent } from '#contract/chat/events.ts'
import { chatChannel } from '#server/crud/chat-feed.ts'
import type { Platform } from '#server/platform/context.ts'
import { horizon, type Place } from '#server/platform/feed-place.ts'
import { type FeedPage, readChanges } from './changes.ts'
import type { View } from './cursor.ts'
import { epochOf, eventOf, isHeardBy, readSubjects } from './events.ts'

/** Changes that are read at once. */
const batch = 1_000
/** Milliseconds until something committed is looked for again that waits for an earlier transaction. */
const soon = 10
/** And until it is looked whether a signal was lost, such as while the connection that hears them was cut. */
const inAnyCase = 2_000
const afterError = 1_000

export interface Told {
  place: Place
  /** The event as JSON. */
  text: string
  /** Ref of a room that this view does not see any more. */
  gone: string | null
}

export interface Member {
  view: View
  take(told: Told): void
}

export interface Hub {
  epoch: string
  /** From now on the member is told of everything after the place that is answered. */
  join(member: Member): Place
  leave(member: Member): void
  /** Ends the reading. */
  stop(): void
}

const isGone = (data: ChatEvent['data']): data is { ref: string; gone: true } => data.gone === true

/** The event as JSON. Rooms and messages are written once, however many views they are shown to. */
function textOf({ listener, cursor, data, detail_chat }: ChatEvent, texts: Map<object, string>): string {
  const written = (value: object | null): string => {
    const text = (value && texts.get(value)) ?? JSON.stringify(value)
    if (value && !isGone(data)) texts.set(value, text)
    return text
  }
  return `{"listener":"${listener}","cursor":"${cursor}","data":${written(data)},"detail_chat":${written(detail_chat)}}`
}

export async function startHub(platform: Platform): Promise<Hub> {
  const { database, log } = platform
  const { db } = database
  const views = new Map<string, { view: View; members: Set<Member> }>()
  const epoch = await epochOf(db)
  let place = await horizon(db)
  let isReading = false
  let isAsked = false
  let isStopped = false

  function later(milliseconds: number): void {
    setTimeout(wake, milliseconds).unref()
  }

  async function hand({ changes, next }: FeedPage): Promise<void> {
    const subjects = changes.length && views.size ? await readSubjects(db, changes) : null
    const texts = new Map<object, string>()
    // From here on nothing waits, so that whoever joins is told either all of it or nothing.
    if (subjects)
      for (const { view, members } of views.values())
        for (const change of changes) {
          const event = isHeardBy(view, change) ? eventOf(change, subjects, view, epoch) : null
          if (!event) continue
          const told = { place: change, text: textOf(event, texts), gone: isGone(event.data) ? event.data.ref : null }
          for (const member of members) member.take(told)
        }
    place = next
  }

  async function read(): Promise<void> {
    do {
      isAsked = false
      const page = await readChanges(db, place, batch)
      await hand(page)
      if (page.isFull) isAsked = true
      else if (page.isWaiting) later(soon)
    } while (isAsked && !isStopped)
  }

  function wake(): void {
    isAsked = true
    if (isReading || isStopped) return
    isReading = true
    read()
      .catch((error: unknown) => {
        isAsked = false
        if (isStopped) return
        log.error({ err: error }, 'the feed of chats could not be read')
        later(afterError)
      })
      .finally(() => {
        isReading = false
        // Asked between the last look and now.
        if (isAsked) wake()
      })
  }

  await database.listen(chatChannel, wake)
  const timer = setInterval(wake, inAnyCase).unref()
  return {
    epoch,
    join(member) {
      const known = views.get(member.view.key) ?? { view: member.view, members: new Set() }
      views.set(member.view.key, known)
      known.members.add(member)
      return place
    },
    leave(member) {
      const known = views.get(member.view.key)
      known?.members.delete(member)
      if (!known?.members.size) views.delete(member.view.key)
    },
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}
