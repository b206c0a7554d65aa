/**
 * The life of this page (docs/offline.md#the-life-of-a-page): it is left, perhaps for the back/forward cache, and may come back; it is put
 * to rest, where it may be suspended without an event, and wakes. Each owner of a connection, a lock, a worker or a timer listens here.
 */

export interface Wake {
  /** Milliseconds of rest or sleep before it; 0 for a page that was awake. */
  sleptMs: number
  /** The browser says that there is a network again. */
  networkIsBack: boolean
}

/** A connection that was not looked after for so many milliseconds is taken for dead. */
export const longSleepMs = 30_000

const tickMs = 5_000

const listeners = {
  leave: new Set<(wake: Wake) => void>(),
  return: new Set<(wake: Wake) => void>(),
  rest: new Set<(wake: Wake) => void>(),
  wake: new Set<(wake: Wake) => void>(),
}

/** Two clocks, because the monotonic one stops while some devices sleep, and the other one may be set back. */
const readClocks = () => [performance.now(), Date.now()] as const

let awakeAt = readClocks()
let resting = false
let away = false
let isStarted = false

/** The page is hidden, frozen or left: it may be suspended at any moment. */
export const isResting = (): boolean => resting

/** The page was left: it is gone, or suspended in the back/forward cache until it returns. */
export const isAway = (): boolean => away

function notify(event: keyof typeof listeners, news: Wake = { sleptMs: 0, networkIsBack: false }): void {
  for (const listener of [...listeners[event]]) {
    try {
      listener(news)
    } catch (error) {
      // A holder that fails must not keep the others from it.
      reportError(error)
    }
  }
}

const isHidden = () => document.visibilityState === 'hidden'

function sinceAwake(): number {
  const [monotonic, wall] = readClocks()
  return Math.max(monotonic - awakeAt[0], wall - awakeAt[1])
}

function rest(): void {
  if (resting) return
  resting = true
  awakeAt = readClocks()
  notify('rest')
}

/** Returns milliseconds of the rest or sleep that is over. */
function endRest(): number {
  const since = sinceAwake()
  const sleptMs = resting ? Math.max(1, since) : since >= longSleepMs ? since : 0
  if (!isHidden()) {
    resting = false
    awakeAt = readClocks()
  }
  return sleptMs
}

function wake(networkIsBack = false): void {
  if (!away) notify('wake', { sleptMs: endRest(), networkIsBack })
}

function leave(): void {
  if (away) return
  rest()
  away = true
  notify('leave')
}

function comeBack(): void {
  const wasAway = away
  away = false
  const sleptMs = endRest()
  if (wasAway) notify('return')
  notify('wake', { sleptMs, networkIsBack: false })
}

/** Some engines send no event when a suspended page goes on: its timer then finds that its last call was long ago. */
function tick(): void {
  if (!isHidden() && (resting || sinceAwake() >= longSleepMs)) wake()
  else if (!resting) awakeAt = readClocks()
}

function start(): void {
  if (isStarted || typeof document === 'undefined') return
  isStarted = true
  resting = isHidden()
  document.addEventListener('visibilitychange', () => (isHidden() ? rest() : wake()))
  document.addEventListener('freeze', rest)
  document.addEventListener('resume', () => wake())
  addEventListener('pagehide', leave)
  addEventListener('pageshow', comeBack)
  addEventListener('focus', () => wake())
  addEventListener('online', () => wake(true))
  setInterval(tick, tickMs)
}

function listen(event: keyof typeof listeners, listener: (wake: Wake) => void): () => void {
  start()
  listeners[event].add(listener)
  return () => void listeners[event].delete(listener)
}

/** Calls back when the page is left: what it holds ends at once, before the listener returns. Returns an unsubscribe function. */
export const onLeave = (listener: () => void): (() => void) => listen('leave', listener)

/** Calls back when the page came back from the back/forward cache, ahead of the wake. */
export const onReturn = (listener: () => void): (() => void) => listen('return', listener)

/** Calls back when the page is hidden, frozen or left: long work stops after its current batch. */
export const onRest = (listener: () => void): (() => void) => listen('rest', listener)

/** Calls back whenever the page may have missed something: seen or focused again, back, online, or noticed that it slept. */
export const onWake = (listener: (wake: Wake) => void): (() => void) => listen('wake', listener)
