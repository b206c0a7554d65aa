/**
 * Which sessions have a console in sight: it tells of messages itself, so its device gets no push (docs/product/chat.md#alerts). In memory,
 * shared between processes. What a device said before a message proves nothing: it may be closed, or suspended without a word.
 */
import * as v from 'valibot'
import type { Platform } from '#server/platform/core/context.ts'

const channel = 'visible-consoles'
/** Milliseconds until a seat that says nothing more is forgotten; a console says so at least every 25 s. */
const lastsMs = 40_000
/** Milliseconds after a message in which a console has to show that it is there. */
const answerMs = 5_000

const signalSchema = v.tuple([v.string(), v.string(), v.boolean()])

interface Visible {
  /** By socket, or session over HTTP. */
  seats: Map<string, { jti: string; saidAt: number }>
  /** Called with every word of a session. */
  waiting: Map<string, Set<() => void>>
}

const started = new WeakMap<Platform, Visible>()

export async function startVisibleConsoles(platform: Platform): Promise<void> {
  const state: Visible = { seats: new Map(), waiting: new Map() }
  started.set(platform, state)
  await platform.database.listen(channel, (payload) => {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), signalSchema), payload)
    if (!parsed.success) return
    const [seat, jti, isVisible] = parsed.output
    if (isVisible) state.seats.set(seat, { jti, saidAt: Date.now() })
    else state.seats.delete(seat)
    for (const look of [...(state.waiting.get(jti) ?? [])]) look()
  })
}

/** What a console says of itself, in whichever process: whether it is in sight now. `seat`: the socket, or '' over HTTP. */
export async function reportVisible({ database }: Platform, jti: string, seat: string, isVisible: boolean): Promise<void> {
  await database.notify(database.db, channel, JSON.stringify([`${jti} ${seat}`, jti, isVisible]))
}

/**
 * Whether a console of this session is in sight and runs: true once it says so after `since` (milliseconds, before the message could be
 * known), false once it is gone or said nothing for 5 s. At once for a session without one.
 */
export async function isInSight(platform: Platform, jti: string, since: number): Promise<boolean> {
  const state = started.get(platform)
  if (!state) return false
  const find = (): boolean | null => {
    for (const [seat, { saidAt }] of state.seats) if (Date.now() - saidAt > lastsMs) state.seats.delete(seat)
    const own = [...state.seats.values()].filter((seat) => seat.jti === jti)
    return own.length === 0 ? false : own.some(({ saidAt }) => saidAt >= since) || null
  }
  const known = find()
  if (known !== null) return known
  const { signal } = platform.background
  return new Promise((resolve) => {
    const looks = state.waiting.get(jti) ?? new Set()
    state.waiting.set(jti, looks)
    const end = (answer: boolean) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      looks.delete(look)
      if (!looks.size) state.waiting.delete(jti)
      resolve(answer)
    }
    const look = () => {
      const answer = find()
      if (answer !== null) end(answer)
    }
    const giveUp = () => end(false)
    const timer = setTimeout(giveUp, answerMs)
    signal.addEventListener('abort', giveUp)
    looks.add(look)
  })
}
