/** A WebSocket whose server is the test. */
import { vi } from 'vitest'

export interface TestSocket {
  url: string
  /** What the client said, parsed. */
  sent: unknown[]
  closed: boolean
  accept: () => void
  receive: (value: unknown) => void
  /** The server, or the network, ends it. */
  drop: (code?: number) => void
  /** As a browser tells of a network that broke: an error, then the close. */
  fail: () => void
}

/** Installs `WebSocket`; gives every socket that was made, in order. */
export function openSockets(): TestSocket[] {
  const sockets: TestSocket[] = []
  class FakeSocket {
    onopen: (() => void) | null = null
    onmessage: ((event: { data: unknown }) => void) | null = null
    onclose: ((event: { code: number }) => void) | null = null
    onerror: (() => void) | null = null
    readyState = 0
    readonly own: TestSocket
    constructor(url: string) {
      this.own = {
        url,
        sent: [],
        closed: false,
        accept: () => {
          this.readyState = 1
          this.onopen?.()
        },
        receive: (value) => this.onmessage?.({ data: typeof value === 'string' ? value : JSON.stringify(value) }),
        drop: (code = 1006) => {
          this.readyState = 3
          this.onclose?.({ code })
        },
        fail: () => {
          this.onerror?.()
          this.own.drop()
        },
      }
      sockets.push(this.own)
    }
    send(text: string): void {
      this.own.sent.push(JSON.parse(text))
    }
    close(): void {
      this.readyState = 3
      this.own.closed = true
    }
  }
  vi.stubGlobal('WebSocket', FakeSocket)
  return sockets
}
