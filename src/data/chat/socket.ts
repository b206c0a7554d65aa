/**
 * The realtime feed (contract/chat/events.ts, docs/product/chat.md#feed): one socket for each tab. Where the feed stands is said at
 * every connection, so whatever was missed comes first, in its order.
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
  /** 'closed' stays so until somebody else signs in. */
  phase: 'connecting' | 'connected' | 'closed'
  reconnected: boolean
}

/** A server without the additions says 'connected' alone (docs/product/chat.md#feed): nothing can be caught up from there. */
export type Greeting = Pick<Connected, 'data' | 'resync'> & { cursor: string | null }

type Person = PresenceEvent['people'][number]

export const socketStore: Store<SocketState> = createStore<SocketState>({ phase: 'connecting', reconnected: false })
export const useSocket = (): SocketState => useStore(socketStore)

const presenceStore = createStore<ReadonlyMap<string, Person[]>>(new Map())
const nobody: Person[] = []

/** Who else looks at a room, or types in it. */
export function usePresence(room: string | null): Person[] {
  return useStore(presenceStore, (rooms) => (room === null ? nobody : (rooms.get(room) ?? nobody)))
}

export interface SocketParts {
  /** Where this tab stands in the feed; null when it has to be filled. */
  cursor: () => string | null
  connected: (answer: Greeting) => void
  event: (event: ChatEvent) => void
  /** Something happened that this console cannot take as it is: the lists are read again. */
  unclear: () => void
}

/** The standard's code for what a policy forbids: signed in, and no longer allowed. */
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

/** Takes leave of a socket without hearing how it ends. */
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
  // An error is always followed by a close.
  next.onclose = ({ code }) => {
    if (socket === next) lost(code)
  }
}

/** Connects and stays so until `stopSocket`; called again it connects anew with what `next` says. */
export function startSocket(next: SocketParts): void {
  parts = next
  wasConnected = false
  connect()
}

/** `phase` is what screens see of it: 'closed', unless it is about to be started again. */
export function stopSocket(): void {
  parts = null
  clearTimeout(flag)
  stayClosed()
  presenceStore.set(new Map())
}

/** Does not wait for the pause to pass. With `force` also where the socket seems open: one that was cut may not know it. */
export function wakeSocket(force = false): void {
  if (!parts || socketStore.get().phase === 'closed') return
  if (force || !socket) connect()
}

/** Who types on is heard of again after so long: others forget it soon. */
const typingMs = 10_000

/** Tells others which room this person looks at, and whether they type; told again after a reconnection. */
export function sendPresence(room: string | null, typing: boolean): void {
  const isOld = typing && Date.now() - sentAt >= typingMs
  if (lastSent.room === room && lastSent.typing === typing && !isOld) return
  lastSent = { room, typing }
  sentAt = Date.now()
  send(lastSent)
}
