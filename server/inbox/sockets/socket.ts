/** The realtime feed over WebSocket (contract/chat/events.ts): authentication, catch-up, live events. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import * as v from 'valibot'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { type Connected, maxNetworkSockets, maxSockets, maxUnknownSockets, minTokenLength, socketPath } from '#contract/chat/events.ts'
import { uuid } from '#contract/lib/patterns.ts'
import { findRows } from '#server/crud/query/read.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { type FeedPosition, isAfter } from '#server/platform/core/feed-position.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { isOwnRequest } from '#server/platform/http/own-request.ts'
import { peerAddress } from '#server/platform/http/request.ts'
import { batchCalls } from '#server/platform/limits/batch-calls.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { reportVisible } from '#server/push/visible-consoles.ts'
import { roomsApi } from '../rooms/rooms.ts'
import { watchAcceptQueue } from './accept-queue.ts'
import { type CatchUp, createCatchUp } from './catch-up.ts'
import { atOnce, type Client, codes, dismiss, send, sendAll } from './client.ts'
import { formatCursor, parseCursor, roomScopeOf } from './cursor.ts'
import { type FeedEvent, type Hub, type Member, startHub } from './hub.ts'
import { createNetworkCount } from './network-count.ts'
import { type Presence, presenceOf, type RoomSubscriber } from './presence.ts'

/** Bytes of one frame of a client. */
const maxFrameBytes = 64_000
/** Maximum buffered events during catch-up. */
const maxBuffered = 5_000
const helloMs = 5_000
const pingMs = 30_000
const recheckMs = 60_000
/** Maximum frames between two pings. */
const maxFrames = 300

const helloSchema = v.object({ token: v.pipe(v.string(), v.maxLength(4_000)), cursor: v.optional(v.pipe(v.string(), v.maxLength(200))) })
const presenceSchema = v.object({
  room: v.nullable(v.pipe(v.string(), v.regex(uuid))),
  typing: v.boolean(),
  echo: v.optional(v.boolean()),
  visible: v.optional(v.boolean()),
})

const mayReceive = ({ permissions }: CurrentUser) => permissions.has('get crm') || permissions.has('get assign-sales')

export interface Sockets {
  /** Closes all connections. */
  close(): void
}

interface Parts {
  platform: Platform
  hub: Hub
  presence: Presence
  catchUp: CatchUp
  /** In order of connection. */
  clients: Set<Client>
  /** Returns the user of a session; null if it ended. */
  userOf(jti: string): Promise<CurrentUser | null>
}

function parseFrame(data: RawData, isBinary: boolean): unknown {
  if (isBinary) return null
  try {
    return JSON.parse(data.toString())
  } catch {
    return null
  }
}

/** Sends missed events, then buffered ones, then live ones, without gaps or repetitions. */
async function connect(parts: Parts, client: Client, user: CurrentUser, cursor: string | undefined): Promise<void> {
  const { platform, hub, catchUp } = parts
  const scope = roomScopeOf(user)
  const buffered: FeedEvent[] = []
  const member: Member = {
    scope,
    take(feedEvent) {
      if (feedEvent.hiddenRoom !== null && feedEvent.hiddenRoom === client.room) client.room = null
      if (!client.buffered) send(platform, client, feedEvent.text)
      else if (client.buffered.push(feedEvent) > maxBuffered) dismiss(platform, client, codes.slow, 'too slow')
    },
  }
  Object.assign(client, { user, member, buffered })
  makeWay(parts, user)
  const start = hub.join(member)
  const say = (answer: Connected) => send(platform, client, JSON.stringify(answer))
  const missed = cursor === undefined ? null : await catchUp(scope, cursor, start)
  if (client.socket.readyState !== client.socket.OPEN) return
  const now = formatCursor({ epoch: hub.epoch, scope: scope.key, ...start })
  let from: FeedPosition = start
  if (cursor === undefined) say({ data: 'connected', cursor: now })
  else if (!missed) say({ data: 'connected, but too much was missed', cursor: now, resync: true })
  else {
    say({ data: `connected, ${missed.length} events were missed`, cursor })
    await sendAll(client, missed)
    // A client of a process ahead of this one already has some of these.
    const taken = parseCursor(cursor)
    if (taken && isAfter(taken, start)) from = taken
  }
  const isNew = ({ place }: FeedEvent) => isAfter(place, from)
  while (buffered.length > atOnce)
    await sendAll(
      client,
      buffered
        .splice(0, buffered.length)
        .filter(isNew)
        .map(({ text }) => text),
    )
  for (const feedEvent of buffered.filter(isNew)) send(platform, client, feedEvent.text)
  client.buffered = null
}

/** Closes the oldest first: some of them are silently broken. */
function makeWay({ platform, clients }: Parts, { id }: CurrentUser): void {
  const own = [...clients].filter(({ user, socket }) => user?.id === id && socket.readyState === socket.OPEN)
  for (const client of own.slice(0, Math.max(0, own.length - maxSockets))) dismiss(platform, client, codes.many, 'too many of one person')
}

async function greet(parts: Parts, client: Client, frame: unknown, greeted: () => void): Promise<void> {
  const { tokens } = parts.platform
  const message = v.safeParse(helloSchema, frame)
  if (!message.success) return dismiss(parts.platform, client, codes.rude, 'a token is expected')
  const { token, cursor } = message.output
  if (token.length <= minTokenLength) return client.socket.close(codes.unauthorized, 'no token')
  // Registered before the token is checked, so that a revocation closes it.
  client.jti = await tokens.verify(token)
  const user = await parts.userOf(client.jti)
  if (!user) return client.socket.close(codes.unauthorized, 'signed out')
  if (!mayReceive(user)) return client.socket.close(codes.forbidden, 'not allowed')
  // Closed meanwhile: it would stay in the list of listeners.
  if (client.socket.readyState !== client.socket.OPEN) return
  greeted()
  await connect(parts, client, user, cursor)
}

/** Stores the room in view, the last one if frames overtake each other. An invisible room counts as none. */
async function look({ platform, presence }: Parts, client: Client, user: CurrentUser, frame: unknown): Promise<void> {
  const message = v.safeParse(presenceSchema, frame)
  if (!message.success) return dismiss(platform, client, codes.rude, 'not understood')
  const { room, typing, echo, visible } = message.output
  // A frame of a socket that is closed by now says nothing of today.
  const isOpen = client.socket.readyState === client.socket.OPEN
  if (isOpen && (visible || (visible === false && client.isVisible))) await reportInOrder(platform, client, visible)
  if (echo) return send(platform, client, JSON.stringify({ listener: 'echo' }))
  client.looks += 1
  const { looks } = client
  if (room !== null && room !== client.room) {
    const [found] = await findRows(platform.database.db, roomsApi.shape, user, [room])
    if (client.looks !== looks) return
    client.room = found?.ref ?? null
  } else client.room = room
  if (client.socket.readyState !== client.socket.OPEN) return
  await presence.update(onlookerOf(platform, client, user), client.room, typing && client.room !== null)
}

/** In order, whichever connection of the database is faster: what is said last holds. */
function reportInOrder(platform: Platform, client: Client, isVisible: boolean): Promise<void> {
  client.isVisible = isVisible
  const report = () => reportVisible(platform, client.jti ?? '', client.id, isVisible)
  client.lastReport = client.lastReport.then(report, report)
  return client.lastReport
}

const onlookerOf = (platform: Platform, client: Client, { id, name }: CurrentUser): RoomSubscriber => ({
  id: client.id,
  user: { id, name },
  send: (event) => {
    if (client.room === event.room) send(platform, client, JSON.stringify(event))
  },
})

/** Closes ended or forbidden connections, and makes those reconnect whose scope changed. */
async function recheck({ platform, clients }: Parts): Promise<void> {
  const open = [...clients].filter(({ jti }) => jti !== null)
  if (!open.length) return
  const users = await platform.people.bySessions([...new Set(open.flatMap(({ jti }) => jti ?? []))])
  for (const client of open) {
    const user = users.get(client.jti ?? '')
    if (!user) client.socket.close(codes.unauthorized, 'signed out')
    else if (!mayReceive(user)) client.socket.close(codes.forbidden, 'not allowed')
    else if (client.member && client.member.scope.key !== roomScopeOf(user).key) client.socket.close(codes.again, 'other rooms')
    else if (client.user) client.user = user
  }
}

/** Serialises runs; a request during a run causes one more. */
function oneByOne(platform: Platform, work: () => Promise<void>): () => void {
  let [isBusy, isRequested] = [false, false]
  const run = () => {
    isRequested = true
    if (isBusy) return
    isBusy = true
    platform.background.run(async () => {
      try {
        while (isRequested) {
          isRequested = false
          await work()
        }
      } finally {
        isBusy = false
      }
    })
  }
  return run
}

/** `greeted` is called once it is known whose it is, or when it closes before. */
function serve(parts: Parts, socket: WebSocket, greeted: () => void): void {
  const { platform, hub, presence, clients } = parts
  const client: Client = {
    id: randomUUID(),
    socket,
    jti: null,
    user: null,
    member: null,
    buffered: null,
    room: null,
    looks: 0,
    isVisible: false,
    lastReport: Promise.resolve(),
    isAlive: true,
    frames: 0,
  }
  clients.add(client)
  const patience = setTimeout(() => dismiss(platform, client, codes.rude, 'nothing was said'), helloMs)
  let isGreeted = false

  async function hear(data: RawData, isBinary: boolean): Promise<void> {
    client.frames += 1
    const frame = parseFrame(data, isBinary)
    if (client.frames > maxFrames) dismiss(platform, client, codes.rude, 'too much')
    else if (frame === null) dismiss(platform, client, codes.rude, 'not understood')
    else if (!isGreeted) {
      isGreeted = true
      clearTimeout(patience)
      await greet(parts, client, frame, greeted)
    } else if (client.user) await look(parts, client, client.user, frame)
  }

  function failed(error: unknown): void {
    const isSignedOut = error instanceof ApiError && error.status === 401
    if (!isSignedOut) platform.log.error({ err: error }, 'a socket could not be served')
    socket.close(isSignedOut ? codes.unauthorized : codes.failed)
  }

  socket.on('message', (data, isBinary) => {
    hear(data, isBinary).catch(failed)
  })
  socket.on('pong', () => {
    client.isAlive = true
  })
  // Invalid or oversized frames: the library closes, and 'close' follows.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearTimeout(patience)
    clients.delete(client)
    if (client.member) hub.leave(client.member)
    client.room = null
    const { user } = client
    if (client.isVisible) platform.background.run(() => reportInOrder(platform, client, false))
    if (user) platform.background.run(() => presence.update(onlookerOf(platform, client, user), null, false))
  })
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Handles upgrades at `socketPath`; others are refused. */
export async function attachSockets(server: Server, platform: Platform): Promise<Sockets> {
  const hub = await startHub(platform)
  const parts: Parts = {
    platform,
    hub,
    presence: await presenceOf(platform),
    catchUp: createCatchUp(platform.database.db, hub.epoch, hub.recent),
    clients: new Set(),
    userOf: batchCalls(
      async (jtis: readonly string[]) => {
        const users = await platform.people.bySessions([...new Set(jtis)])
        return jtis.map((jti) => users.get(jti) ?? null)
      },
      { ready: watchAcceptQueue(server) },
    ),
  }
  const { clients } = parts
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false })
  const check = oneByOne(platform, () => recheck(parts))
  await platform.people.onChange(check)
  const timers = [
    setInterval(() => {
      for (const client of clients) {
        if (!client.isAlive) client.socket.terminate()
        client.isAlive = false
        client.frames = 0
        client.socket.ping()
      }
    }, pingMs).unref(),
    setInterval(check, recheckMs).unref(),
  ]
  let isClosed = false
  const [all, unknown] = [createNetworkCount(maxNetworkSockets), createNetworkCount(maxUnknownSockets)]

  /** Counts a socket until it closes, and as unknown until it says who it is. */
  function accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const forwarded = request.headers['x-forwarded-for']
    const network = networkOf(peerAddress(forwarded?.toString(), request.socket.remoteAddress, platform.settings.trustProxy))
    const mayEnter = all.enter(network)
    let isUnknown = mayEnter && unknown.enter(network)
    if (!isUnknown) {
      if (mayEnter) all.leave(network)
      refuse(socket, '429 Too Many Requests')
      return
    }
    const greeted = () => {
      if (isUnknown) unknown.leave(network)
      isUnknown = false
    }
    socket.on('close', () => {
      greeted()
      all.leave(network)
    })
    sockets.handleUpgrade(request, socket, head, (opened) => serve(parts, opened, greeted))
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => undefined)
    const path = (request.url ?? '').split('?')[0]
    if (isClosed || path !== socketPath) refuse(socket, '404 Not Found')
    else if (!isOwnRequest(request.headers, platform.settings)) refuse(socket, '403 Forbidden')
    else accept(request, socket, head)
  }

  server.on('upgrade', upgrade)
  return {
    close() {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      parts.hub.stop()
      parts.presence.stop()
      for (const { socket } of clients) socket.close(codes.leaving, 'restarting')
    },
  }
}
