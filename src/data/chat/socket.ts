/**
 * The realtime feed (contract/chat/events.ts, docs/product/chat.md#feed): one socket per tab. Each connection sends the feed's position, so
 * missed events come first, in order. Where no socket passes, http-feed.ts brings them.
 */
import {
  type ChatEvent,
  type Connected,
  type EchoMessage,
  echoMs,
  greetingMs,
  type Hello,
  handshakeMs,
  listeners,
  minTokenLength,
  type PresenceEvent,
  type PresenceMessage,
  reconnectedMs,
  reconnectHttpMs,
  reconnectManyMs,
  reconnectMs,
  silentSocketMs,
  socketCodes,
  socketPath,
} from '#contract/chat/events.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { getConfig } from '../api/config.ts'
import { sessionStore } from '../api/session.ts'
import { readToken, reportUnauthorized } from '../api/token.ts'
import { isResting, onRest, onWake } from '../base/page-life.ts'
import { createStore, type Store, useStore } from '../base/store.ts'
import { throttled } from '../base/throttled.ts'
import { isVisible } from '../base/visible.ts'
import { toEvent } from '../outbox/store/chat-cache.ts'
import { parseText } from '../outbox/wire/exchange.ts'
import type { HttpFeed } from './http-feed.ts'

export interface SocketState {
  /** 'closed' until another sign-in. */
  phase: 'connecting' | 'connected' | 'closed'
  reconnected: boolean
}

/** A server without extensions sends only 'connected' (docs/product/chat.md#feed): it cannot replay events. */
export type Greeting = Pick<Connected, 'data' | 'resync'> & { cursor: string | null }

type Person = PresenceEvent['people'][number]

export const socketStore: Store<SocketState> = createStore<SocketState>({ phase: 'connecting', reconnected: false })
export const useSocket = (): SocketState => useStore(socketStore)

const presenceStore = createStore<ReadonlyMap<string, Person[]>>(new Map())
const nobody: Person[] = []

/** Other viewers and typists of a room. */
export function usePresence(room: string | null): Person[] {
  return useStore(presenceStore, (rooms) => (room === null ? nobody : (rooms.get(room) ?? nobody)))
}

export interface SocketParts {
  /** This tab's position in the feed; null when it must be filled. */
  cursor: () => string | null
  connected: (answer: Greeting) => void
  event: (event: ChatEvent) => void
  /** Called for an event that this console cannot apply: lists are refetched. */
  unclear: () => void
}

/** WebSocket close code for a policy violation: signed in, without permission. */
const notAllowed = 1008

let parts: SocketParts | null = null
let socket: WebSocket | null = null
let token: string | null = null
let again: ReturnType<typeof setTimeout> | undefined
let flag: ReturnType<typeof setTimeout> | undefined
/** Brings the events while sockets do not (docs/product/chat.md#without-sockets). */
let overHttp: HttpFeed | null = null
let httpReached = false
let isGreeted = false
/** The server answers `echo`. */
let canEcho = false
let patience: ReturnType<typeof setTimeout>[] = []
let wasConnected = false
let lastSent: PresenceMessage = { room: null, typing: false }
let sentAt = 0

const isPerson = (value: unknown): value is Person =>
  isRecord(value) && typeof value.id === 'number' && typeof value.name === 'string' && typeof value.typing === 'boolean'

function address(): string {
  const host = getConfig().hosts.websocket || location.origin
  return host.replace(/\/$/, '').replace(/^http/, 'ws') + socketPath
}

function show(phase: SocketState['phase'], reconnected = false): void {
  const { phase: old, reconnected: was } = socketStore.get()
  if (old !== phase || was !== reconnected) socketStore.set({ phase, reconnected })
}

function greet({ data, cursor, resync }: Record<string, unknown>): void {
  const isKnown = typeof cursor === 'string'
  isGreeted = true
  endHttp()
  expectWithin()
  if (isKnown) listenOn()
  canEcho = isKnown
  sayVisible()
  parts?.connected({ data: toText(data), cursor: isKnown ? cursor : null, ...(resync === true && { resync }) })
  showConnected()
  if (lastSent.room !== null) send(lastSent)
}

function showConnected(): void {
  // While HTTP brings the events, no message said that the connection was lost.
  show('connected', wasConnected && socketStore.get().phase !== 'connected')
  clearTimeout(flag)
  if (wasConnected) flag = setTimeout(() => show(socketStore.get().phase), reconnectedMs)
  wasConnected = true
}

const isConnected = ({ listener, data }: Record<string, unknown>): boolean =>
  listener === undefined && typeof data === 'string' && data.includes('connected') && !data.includes('disconnected')

const isListener = (value: unknown): boolean => listeners.some((listener) => listener === value)

function handle(text: unknown): void {
  const value = typeof text === 'string' ? parseText(text) : null
  if (canEcho) listenOn()
  if (!isRecord(value)) return
  if (isConnected(value)) greet(value)
  else if (value.listener === 'presence') handlePresence(value)
  else {
    const event = toEvent(value)
    if (event?.listener === 'incoming_message') sayVisibleSoon()
    if (event) parts?.event(event)
    else if (isListener(value.listener) && value.cursor === undefined) parts?.unclear()
  }
}

/** Calls back after the given times, in place of the callbacks before. */
function expectWithin(...steps: readonly (readonly [ms: number, then: () => void])[]): void {
  for (const timer of patience) clearTimeout(timer)
  patience = steps.map(([ms, then]) => setTimeout(then, ms))
}

/** Whether a person sees this page, and it runs. */
export const isInSight = (): boolean => isVisible() && !isResting()

/** Tells a server that asks for no more that this page alerts by itself (docs/product/chat.md#alerts). */
function sayVisible(): void {
  if (canEcho) send({ ...lastSent, echo: true, visible: isInSight() })
}

/** Within the time that the server waits for it, and once for a burst. */
const sayVisibleMs = 1_000
const sayVisibleSoon = throttled(() => isInSight() && sayVisible(), sayVisibleMs)

/** A network may stop passing anything, and leave the socket open. */
const listenOn = () => expectWithin([silentSocketMs, sayVisible], [silentSocketMs + echoMs, () => lost(0, true)])

/** Loaded late: most networks pass sockets. A server without extensions keeps no events. */
async function startHttp(): Promise<void> {
  const own = parts
  if (sessionStore.get().session?.plain) return
  const { followByHttp } = await import('./http-feed.ts')
  if (!own || own !== parts || overHttp || isGreeted) return
  const feed = followByHttp(own, lastSent, {
    reached() {
      httpReached = true
      showConnected()
      if (!socket) connectIn(reconnectHttpMs)
    },
    people: setPeople,
    failed() {
      endHttp()
      if (isGreeted) return
      show('connecting')
      if (!socket) connectIn(reconnectMs)
    },
  })
  overHttp = feed
}

function endHttp(): void {
  overHttp?.stop()
  overHttp = null
  httpReached = false
}

function handlePresence({ room, people }: Record<string, unknown>): void {
  if (typeof room !== 'string' || !Array.isArray(people)) return
  setPeople(room, people.filter(isPerson))
}

const setPeople = (room: string, people: Person[]) => presenceStore.set((old) => new Map([...old, [room, people] as const].slice(-50)))

function send(message: Hello | PresenceMessage | EchoMessage): void {
  if (socket?.readyState === 1) socket.send(JSON.stringify(message))
}

function connectIn(ms: number): void {
  clearTimeout(again)
  again = setTimeout(connect, ms)
}

/** Drops a socket and ignores its end. */
function letGo(): void {
  clearTimeout(again)
  expectWithin()
  isGreeted = false
  canEcho = false
  const old = socket
  socket = null
  if (!old) return
  old.onopen = old.onmessage = old.onclose = old.onerror = null
  old.close()
}

function stayClosed(): void {
  letGo()
  endHttp()
  show('closed')
}

/** `isBlocked`: the network, not the server, ended it. After a greeting it mostly is a restart, and all at once over HTTP would be a crowd. */
function lost(code: number, isBlocked = !isGreeted): void {
  letGo()
  presenceStore.set(new Map())
  if (code === socketCodes.unauthorized || code === notAllowed) {
    stayClosed()
    if (code !== notAllowed) reportUnauthorized(token)
    return
  }
  if (!httpReached) show('connecting')
  if (isBlocked) void startHttp().catch(() => undefined)
  connectIn(code === socketCodes.many ? reconnectManyMs : httpReached ? reconnectHttpMs : reconnectMs)
}

function connect(): void {
  letGo()
  if (!parts) return
  token = readToken()
  if (token === null || token.length <= minTokenLength) {
    stayClosed()
    return
  }
  if (!httpReached) show('connecting')
  const next = new WebSocket(address())
  socket = next
  expectWithin([greetingMs, () => void startHttp().catch(() => undefined)], [handshakeMs, () => lost(0)])
  next.onopen = () => {
    const cursor = parts?.cursor() ?? null
    send({ token: token ?? '', ...(cursor !== null && { cursor }) })
  }
  next.onmessage = ({ data }: MessageEvent<unknown>) => handle(data)
  // Errors are followed by a close.
  next.onclose = ({ code }) => {
    if (socket === next) lost(code)
  }
}

let stops: readonly (() => void)[] = []

/** Connects until `stopSocket`; a further call reconnects with `next`. */
export function startSocket(next: SocketParts): void {
  parts = next
  wasConnected = false
  for (const stop of stops) stop()
  stops = [onRest(sayVisible), onWake(sayVisible)]
  connect()
}

/** `phase`: shown state, 'closed' unless it is about to restart. */
export function stopSocket(): void {
  parts = null
  for (const stop of stops) stop()
  stops = []
  clearTimeout(flag)
  stayClosed()
  presenceStore.set(new Map())
}

/** Skips the reconnection delay. `force`: also where the socket seems open, which may be stale. */
export function wakeSocket(force = false): void {
  if (!parts || socketStore.get().phase === 'closed') return
  if (force || !socket) connect()
}

/** Milliseconds after which typing is sent again: others forget it soon. */
const typingMs = 10_000

/** Sends the viewed room and typing to others; again after a reconnection. */
export function sendPresence(room: string | null, typing: boolean): void {
  const isOld = typing && Date.now() - sentAt >= typingMs
  if (lastSent.room === room && lastSent.typing === typing && !isOld) return
  lastSent = { room, typing }
  sentAt = Date.now()
  send(lastSent)
  overHttp?.look(lastSent)
}
