/**
 * Updates rooms and messages while the console is open, for permitted people: socket, cache, and the one of several tabs that writes to the
 * device.
 */
import { conversation, type MessagePage } from '#contract/chat/messages.ts'
import type { Session } from '#contract/session.ts'
import { connectionStore } from '../api/connection.ts'
import { request } from '../api/request.ts'
import { sessionStore } from '../api/session.ts'
import { isAway, longSleepMs, onLeave, onReturn, onWake } from '../base/page-life.ts'
import { throttled } from '../base/throttled.ts'
import { ownerDatabase } from '../cache/db.ts'
import { chatTables, readCursor } from '../outbox/store/chat-cache.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { orAfterSilence } from '../outbox/store/silence.ts'
import { askHolder, createWebLock } from '../outbox/store/web-lock.ts'
import { invalidateSection } from '../query/queries.ts'
import { onOutboxEvent } from '../writes/outbox-events.ts'
import { applyVerdict, reportRefused } from './apply-verdict.ts'
import { notifyEvent } from './events.ts'
import { createFeed, type Feed } from './feed.ts'
import { fillMessages, fillRooms } from './fill.ts'
import { addToRun, clearMemory, takeRooms } from './memory.ts'
import { restoreDrafts } from './room-draft.ts'
import { getRunning, type Running, setRunning } from './running.ts'
import { readAgain } from './runs.ts'
import { startSocket, stopSocket, wakeSocket } from './socket.ts'
import { holdWhileWatched } from './watched.ts'
import { watchWindows } from './window-watch.ts'

const newest = 100
/** Minimum milliseconds between refetches of counts. */
const countsMs = 1_000
/** Milliseconds. A new room may lack cached messages. */
const fillMs = 30_000

/** The user, if they may see rooms. */
function person(): Session | null {
  const { session } = sessionStore.get()
  return session?.permissions.some((each) => each === 'get crm' || each === 'get assign-sales') ? session : null
}

interface WriterListener {
  /** This tab writes from now on. */
  onLock: () => void
  /** It was suspended, and another one writes. */
  onLost: () => void
}

/** One tab of a person writes; without lock support all do, which is only slower. Resolves to whether it is this one; `onLock` is for later. */
function holdWriter(owner: string, signal: AbortSignal, { onLock, onLost }: WriterListener): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true)
  const lock = createWebLock({
    name: `lapangan-chat-${owner}`,
    // Who only listens is never stuck.
    lastBeat: async () => performance.now(),
    elapsed: () => performance.now(),
    asks: askHolder,
    onFree: () => void take().catch(() => undefined),
    signal,
  })
  async function take(onTaken = onLock): Promise<void> {
    const outcome = await lock((displaced) => {
      onTaken()
      return new Promise<void>((resolve) => displaced.addEventListener('abort', () => resolve()))
    })
    if (outcome === 'busy' || signal.aborted) return
    onLost()
    await take()
  }
  return new Promise((resolve) => {
    void take(() => resolve(true))
      .catch(() => undefined)
      .finally(() => resolve(false))
  })
}

async function loadCached(db: OwnerDatabase): Promise<string | null> {
  return db.transaction('r', chatTables(db), async () => {
    takeRooms(
      (await db.rooms.toArray()).map(({ row }) => row),
      true,
    )
    return readCursor(db)
  })
}

function run(token: string, db: OwnerDatabase): Running {
  const { owner } = db
  const ending = new AbortController()
  const { signal } = ending
  let writes = false
  let feed: Feed | null = null
  let unfilled = false
  let rounds = 0
  let filling: Promise<void> | null = null

  const countAgain = throttled(() => void invalidateSection('chat-platform'), countsMs)
  const fillSoon = throttled(fillOnce, fillMs)
  const readRoomsSoon = throttled(() => {
    rounds += 1
    unfilled = true
    fillOnce()
    void readAgain()
  }, countsMs)

  async function onGap(room: string): Promise<void> {
    const page = await request<MessagePage>(conversation, { params: { id: room }, query: { limit: newest } }).catch(() => null)
    if (page && !signal.aborted) addToRun(room, page, 'newer')
  }

  /** Fills rooms first, also those that became necessary meanwhile. Throws offline. */
  async function fill(): Promise<void> {
    while (feed && !signal.aborted) {
      const [own, round] = [feed, rounds]
      if (unfilled) {
        await fillRooms(db, own, writes)
        if (feed !== own || rounds !== round) continue
        unfilled = false
        countAgain()
      }
      if (!writes) return
      await fillMessages(db, () => signal.aborted || unfilled)
      if (!unfilled) return
    }
  }

  function fillOnce(): void {
    if (filling) return
    filling = fill()
      .catch(() => undefined)
      .finally(() => {
        filling = null
      })
  }

  async function begin(): Promise<void> {
    // Drafts are there when a room is opened.
    await orAfterSilence(restoreDrafts(db), () => undefined).catch(() => undefined)
    const cursor = await orAfterSilence(loadCached(db), () => null).catch(() => null)
    if (signal.aborted) return
    unfilled ||= cursor === null
    const own = createFeed(
      {
        db,
        writes: () => writes,
        onGap: (room) => void onGap(room),
        onResync: () => {
          unfilled = true
          rounds += 1
          void readAgain()
        },
        onCounts: () => {
          countAgain()
          fillSoon()
        },
        onEvent: (event) => {
          notifyEvent(event)
          // One of several tabs reports.
          if (writes) reportRefused(event)
        },
      },
      cursor,
    )
    feed = own
    startSocket({
      cursor: own.cursor,
      connected: (answer) => {
        own.connected(answer)
        fillOnce()
      },
      event: own.take,
      unclear: readRoomsSoon,
    })
  }

  holdWhileWatched(owner, signal)
  const onLock = () => {
    // Events that the previous writer had not stored are replayed; here they change nothing.
    writes = true
    void begin()
  }
  const onLost = () => {
    writes = false
  }
  void holdWriter(owner, signal, { onLock, onLost }).then((hasLock) => {
    writes ||= hasLock
    return begin()
  })
  const stops = [onOutboxEvent(applyVerdict), watchWindows(db)]
  function leave(): void {
    ending.abort()
    for (const stop of stops) stop()
    stopSocket()
  }
  return {
    owner,
    token,
    writes: () => writes,
    flush: () => feed?.flush() ?? Promise.resolve(),
    leave,
    stop() {
      leave()
      clearMemory()
    },
  }
}

function follow(): void {
  if (isAway()) return
  const session = person()
  const running = getRunning()
  if (running && (running.owner !== session?.user.ref || running.token !== session.token)) {
    running.stop()
    setRunning(null)
  }
  if (getRunning()) return
  const db = session && ownerDatabase()
  if (session && db) setRunning(run(session.token, db))
  else stopSocket()
}

let started = false

/** Starts for the signed-in user, and follows the session. Further calls do nothing. */
export function startChat(): void {
  if (started) return
  started = true
  sessionStore.subscribe(follow)
  let connection = connectionStore.get()
  connectionStore.subscribe(() => {
    const was = connection
    connection = connectionStore.get()
    if (connection === 'online' && was !== 'online') wakeSocket(true)
  })
  onWake(({ networkIsBack, sleptMs }) => wakeSocket(networkIsBack || sleptMs >= longSleepMs))
  onLeave(() => {
    getRunning()?.leave()
    setRunning(null)
  })
  onReturn(() => {
    follow()
    void readAgain()
  })
  follow()
}
