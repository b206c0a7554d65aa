/** Load clients of the inbox: raw sockets that authenticate and record messages, with little overhead. */
import { WebSocket } from 'ws'
import { socketPath } from '#contract/chat/events.ts'

/** Minimum milliseconds of a browser's connection timeout. */
const patience = 60_000

export interface Seat {
  token: string
  port: number
  socket: WebSocket | null
  /** Cursor of the last event. */
  cursor: string | null
  cursors: Set<string>
  /** First arrival of each message, by number. */
  came: Map<number, number>
  /** Last message's place by room. */
  places: Map<string, number>
  /** Time of the last 'connected'. */
  connectedAt: number
}

export interface Crowd {
  seats: Seat[]
  /** Duplicate events: the same cursor or message. */
  doubled: number
  /** Messages that arrived out of order in their room. */
  late: number
  /** Connections that ended unexpectedly, and resyncs. */
  ended: number
  resyncs: number
  /** Resolves when all are connected, each with its last cursor. Failed ones retry after `again` ms. */
  connect(again: number): Promise<void>
  /** Cuts all connections at once. */
  cut(): void
}

const between = (text: string, before: string, from = 0) => {
  const at = text.indexOf(before, from)
  return at < 0 ? '' : text.slice(at + before.length, text.indexOf('"', at + before.length))
}

/** A hundred people share a network, as an office does: a process takes so many of one that it does not know yet. */
const perNetwork = 100
const networkOf = (at: number) => `10.0.${Math.floor(at / perNetwork)}.1`

export function gather(tokens: readonly string[], ports: readonly number[]): Crowd {
  let isCutting = false
  const crowd: Crowd = {
    seats: tokens.map((token, at) => ({
      token,
      port: ports[at % ports.length] ?? 0,
      socket: null,
      cursor: null,
      cursors: new Set(),
      came: new Map(),
      places: new Map(),
      connectedAt: Number.NaN,
    })),
    doubled: 0,
    late: 0,
    ended: 0,
    resyncs: 0,
    async connect(again) {
      isCutting = false
      await Promise.all(crowd.seats.map((seat, at) => sit(seat, networkOf(at), again)))
    },
    cut() {
      isCutting = true
      for (const { socket } of crowd.seats) socket?.terminate()
    },
  }

  function take(seat: Seat, text: string): void {
    const cursor = between(text, '"cursor":"')
    if (text.startsWith('{"data":"connected')) {
      if (text.includes('"resync":true')) crowd.resyncs += 1
      seat.cursor = cursor
      seat.connectedAt = performance.now()
      return
    }
    if (seat.cursors.has(cursor)) crowd.doubled += 1
    seat.cursors.add(cursor)
    seat.cursor = cursor
    if (!text.startsWith('{"listener":"incoming_message"')) return
    const detail = text.lastIndexOf('"detail_chat":')
    const number = Number(/^b(\d+) /.exec(between(text, '"content":"', detail))?.[1])
    if (seat.came.has(number)) crowd.doubled += 1
    else seat.came.set(number, performance.now())
    const room = between(text, '"room":"', detail)
    const place = Number.parseInt(text.slice(text.indexOf('"place":', detail) + '"place":'.length), 10)
    if (place < (seat.places.get(room) ?? 0)) crowd.late += 1
    seat.places.set(room, place)
  }

  function sit(seat: Seat, network: string, again: number): Promise<void> {
    return new Promise((connected) => {
      const open = () => {
        const headers = { 'X-Forwarded-For': network }
        const options = { perMessageDeflate: false, handshakeTimeout: patience, headers }
        const socket = new WebSocket(`ws://127.0.0.1:${seat.port}${socketPath}`, options)
        seat.socket = socket
        seat.connectedAt = Number.NaN
        socket.on('open', () => socket.send(JSON.stringify({ token: seat.token, ...(seat.cursor && { cursor: seat.cursor }) })))
        socket.on('message', (data) => {
          take(seat, String(data))
          connected()
        })
        socket.on('error', () => undefined)
        socket.on('close', () => {
          if (isCutting) return
          crowd.ended += 1
          setTimeout(open, again)
        })
      }
      open()
    })
  }
  return crowd
}
