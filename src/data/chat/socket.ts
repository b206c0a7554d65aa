/**
 * The realtime feed (contract/chat/events.ts, docs/product/chat.md#feed): one socket per tab. Each connection sends the feed's position, so
 * missed events come first, in order.
 */
import {
  type ChatEvent,
  type Connected,
  type Hello,
  listeners,
  minTokenLength,
  type PresenceEvent,
  type PresenceMessage,
  reconnectedMs,
  reconnectManyMs,
  reconnectMs,
  socketCodes,
  socketPath,
} from '#contract/chat/events.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { getConfig } from '../api/config.ts'
import { readToken, reportUnauthorized } from '../api/token.ts'
import { createStore, type Store, useStore } from '../base/store.ts'
import { toEvent } from '../outbox/store/chat-cache.ts'
import { parseText } from '../outbox/wire/exchange.ts'

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
  parts?.connected({ data: toText(data), cursor: isKnown ? cursor : null, ...(resync === true && { resync }) })
  show('connected', wasConnected)
  clearTimeout(flag)
  if (wasConnected) flag = setTimeout(() => show(socketStore.get().phase), reconnectedMs)
  wasConnected = true
  if (lastSent.room !== null) send(lastSent)
}

const isConnected = ({ listener, data }: Record<string, unknown>): boolean =>
  listener === undefined && typeof data === 'string' && data.includes('connected') && !data.includes('disconnected')

const isListener = (value: unknown): boolean => listeners.some((listener) => listener === value)

function handle(text: unknown): void {
  const value = typeof text === 'string' ? parseText(text) : null
  if (!isRecord(value)) return
  if (isConnected(value)) greet(value)
  else if (value.listener === 'presence') handlePresence(value)
  else {
    const event = toEvent(value)
    if (event) parts?.event(event)
    else if (isListener(value.listener) && value.cursor === undefined) parts?.unclear()
  }
}

function handlePresence({ room, people }: Record<string, unknown>): void {
  if (typeof room !== 'string' || !Array.isArray(people)) return
  presenceStore.set((old) => new Map([...old, [room, people.filter(isPerson)] as const].slice(-50)))
}

function send(message: Hello | PresenceMessage): void {
  if (socket?.readyState === 1) socket.send(JSON.stringify(message))
}

/** Drops a socket and ignores its end. */
function letGo(): void {
  clearTimeout(again)
  const old = socket
  socket = null
  if (!old) return
  old.onopen = old.onmessage = old.onclose = old.onerror = null
  old.close()
}

function stayClosed(): void {
  letGo()
  show('closed')
}

function lost(code: number): void {
  socket = null
  presenceStore.set(new Map())
  if (code === socketCodes.unauthorized || code === notAllowed) {
    show('closed')
    if (code !== notAllowed) reportUnauthorized(token)
    return
  }
  show('connecting')
  clearTimeout(again)
  again = setTimeout(connect, code === socketCodes.many ? reconnectManyMs : reconnectMs)
}

function connect(): void {
  letGo()
  if (!parts) return
  token = readToken()
  if (token === null || token.length <= minTokenLength) {
    stayClosed()
    return
  }
  show('connecting')
  const next = new WebSocket(address())
  socket = next
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

/** Connects until `stopSocket`; a further call reconnects with `next`. */
export function startSocket(next: SocketParts): void {
  parts = next
  wasConnected = false
  connect()
}

/** `phase`: shown state, 'closed' unless it is about to restart. */
export function stopSocket(): void {
  parts = null
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
}
