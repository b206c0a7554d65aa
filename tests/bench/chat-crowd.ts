/** Load clients of the inbox: raw sockets that authenticate and record what they receive, with little overhead. */
import { WebSocket } from 'ws'
import { socketPath } from '#contract/chat/events.ts'

/** Milliseconds that a browser waits for a connection at least. */
const patience = 60_000

export interface Seat {
  token: string
  port: number
  socket: WebSocket | null
  /** Of the last event that was taken. */
  cursor: string | null
  cursors: Set<string>
  /** When each message first came, by its number. */
  came: Map<number, number>
  /** Place of the last message of each room. */
  places: Map<string, number>
  /** When it last was told that it is connected. */
  connectedAt: number
}

export interface Crowd {
  seats: Seat[]
  /** Events that came a second time: the same cursor, or the same message. */
  doubled: number
  /** Messages that came after a later one of their room. */
  late: number
  /** Connections that ended before they were asked to, and those that were told to fill anew. */
  ended: number
  resyncs: number
  /** Resolves when every one of them is connected, each with its last cursor. Those that fail try again after `again` ms. */
  connect(again: number): Promise<void>
  /** Every connection is cut at the same moment. */
  cut(): void
}

const between = (text: string, before: string, from = 0) => {
  const at = text.indexOf(before, from)
  return at < 0 ? '' : text.slice(at + before.length, text.indexOf('"', at + before.length))
}

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
      await Promise.all(crowd.seats.map((seat) => sit(seat, again)))
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

  function sit(seat: Seat, again: number): Promise<void> {
    return new Promise((connected) => {
      const open = () => {
        const socket = new WebSocket(`ws://127.0.0.1:${seat.port}${socketPath}`, { perMessageDeflate: false, handshakeTimeout: patience })
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
