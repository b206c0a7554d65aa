/** Presence: viewers and typists of rooms. In memory, shared between processes, and sent only to viewers of the same room. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { PresenceEvent } from '#contract/chat/events.ts'
import { signalsLost } from '#server/db/signals.ts'
import { users } from '#server/db/tables/people.ts'
import type { Platform } from '#server/platform/core/context.ts'

const channel = 'presence'
/** Process of seats that nobody's socket holds, the same in every process: they end with their time. */
const overHttp = 'http'
/** Ms until a silent seat is removed: its process died, or the end of typing was lost. */
const lastsMs = 30_000
const againMs = 10_000
/** Seats per signal, which is limited to 8,000 bytes. */
const seatsPerSignal = 50

const seatSchema = v.tuple([v.string(), v.number(), v.nullable(v.string()), v.boolean()])
const signalSchema = v.object({ process: v.string(), seats: v.array(seatSchema) })

interface Seat {
  process: string
  id: string
  user: number
  room: string
  typing: boolean
  lastSeenAt: number
}

/** A socket of this process. */
export interface RoomSubscriber {
  id: string
  user: { id: number; name: string }
  send(event: PresenceEvent): void
}

export interface Presence {
  /** Sets a room and typing; null leaves. The room has to be visible to the person. */
  update(onlooker: RoomSubscriber, room: string | null, typing: boolean): Promise<void>
  /** The same for a session without a socket, until its seat expires. Returns the others in the room. */
  visit(session: string, user: { id: number; name: string }, room: string | null, typing: boolean): Promise<PresenceEvent['people']>
  /** Removes expired seats, and sends own ones to other processes. */
  sweep(now?: number): Promise<void>
  stop(): void
}

const started = new WeakMap<Platform, Promise<Presence>>()

/** The one of this process: sockets and calls share its seats. */
export function presenceOf(platform: Platform): Promise<Presence> {
  const presence = started.get(platform) ?? startPresence(platform)
  started.set(platform, presence)
  return presence
}

export async function startPresence(platform: Platform): Promise<Presence> {
  const { database, background } = platform
  const own = randomUUID()
  const seats = new Map<string, Seat>()
  const here = new Map<string, { onlooker: RoomSubscriber; room: string }>()
  const names = new Map<number, string>()

  const peopleOf = (room: string, except: number) => {
    const people = new Map<number, { id: number; name: string; typing: boolean }>()
    for (const seat of seats.values()) {
      if (seat.room !== room || seat.user === except) continue
      const typing = seat.typing || people.get(seat.user)?.typing === true
      people.set(seat.user, { id: seat.user, name: names.get(seat.user) ?? '', typing })
    }
    return [...people.values()].toSorted((a, b) => a.id - b.id)
  }

  function notify(rooms: ReadonlySet<string>): void {
    for (const { onlooker, room } of here.values())
      if (rooms.has(room)) onlooker.send({ listener: 'presence', room, people: peopleOf(room, onlooker.user.id) })
  }

  async function learnNames(ids: readonly number[]): Promise<void> {
    for (const id of new Set(ids))
      if (!names.has(id)) {
        const [user] = await database.db.select({ name: users.name }).from(users).where(eq(users.id, id))
        names.set(id, user?.name ?? '')
      }
  }

  /** Returns the changed rooms. */
  function take(process: string, list: readonly v.InferOutput<typeof seatSchema>[], now: number): Set<string> {
    const touched = new Set<string>()
    for (const [id, user, room, typing] of list) {
      const key = `${process} ${id}`
      const before = seats.get(key)
      if (before && before.room !== room) touched.add(before.room)
      if (room === null) seats.delete(key)
      else {
        if (before?.room !== room || before.typing !== typing) touched.add(room)
        seats.set(key, { process, id, user, room, typing, lastSeenAt: now })
      }
    }
    return touched
  }

  async function handle(payload: string): Promise<void> {
    // Every process tells again where its people are.
    if (payload === signalsLost) return
    const parsed = v.safeParse(signalSchema, JSON.parse(payload))
    if (!parsed.success || parsed.output.process === own) return
    const { process, seats: list } = parsed.output
    await learnNames(list.map(([, user]) => user))
    notify(take(process, list, Date.now()))
  }

  const announce = (list: readonly v.InferOutput<typeof seatSchema>[], process: string = own) =>
    database.notify(database.db, channel, JSON.stringify({ process, seats: list }))

  async function sweep(now = Date.now()): Promise<void> {
    const touched = new Set<string>()
    for (const [key, seat] of seats) {
      if (now - seat.lastSeenAt < lastsMs) continue
      if (seat.process === own && !seat.typing) continue
      touched.add(seat.room)
      if (seat.process === own) seat.typing = false
      else seats.delete(key)
    }
    notify(touched)
    if (database.embedded) return
    const mine = [...seats.values()].filter((seat) => seat.process === own)
    for (let at = 0; at < mine.length; at += seatsPerSignal)
      await announce(mine.slice(at, at + seatsPerSignal).map(({ id, user, room, typing }) => [id, user, room, typing]))
  }

  await database.listen(channel, (payload) => background.run(() => handle(payload)))
  const timer = setInterval(() => background.run(() => sweep()), againMs).unref()
  return {
    async update(onlooker, room, typing) {
      const { id, user } = onlooker
      names.set(user.id, user.name)
      if (room === null) {
        if (!here.delete(id)) return
      } else {
        const isNew = here.get(id)?.room !== room
        here.set(id, { onlooker, room })
        if (isNew) onlooker.send({ listener: 'presence', room, people: peopleOf(room, user.id) })
      }
      // Own seats are applied at once, in order: a signal may fail or be overtaken.
      notify(take(own, [[id, user.id, room, typing]], Date.now()))
      await announce([[id, user.id, room, typing]])
    },
    async visit(session, user, room, typing) {
      names.set(user.id, user.name)
      notify(take(overHttp, [[session, user.id, room, typing]], Date.now()))
      await announce([[session, user.id, room, typing]], overHttp)
      return room === null ? [] : peopleOf(room, user.id)
    },
    sweep,
    stop: () => clearInterval(timer),
  }
}
