/** A WebSocket controlled by the test. */
import { vi } from 'vitest'

export interface TestSocket {
  url: string
  /** Parsed messages of the client. */
  sent: unknown[]
  closed: boolean
  accept: () => void
  receive: (value: unknown) => void
  /** Closes it, as server or network. */
  drop: (code?: number) => void
  /** Fails like a browser's lost network: an error, then the close. */
  fail: () => void
}

/** Installs `WebSocket`; returns all sockets in order of creation. */
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
