/** The least of WebDriver BiDi: commands over one socket, and their answers. */
import { WebSocket } from 'ws'

export interface Bidi {
  send<T>(method: string, params: Readonly<Record<string, unknown>>): Promise<T>
}

/** Milliseconds. Firefox itself sets no limit to a command, and a screen whose panels are all opened is one. */
const patience = 600_000

interface Answer {
  id?: number
  type: 'success' | 'error' | 'event'
  result?: unknown
  error?: string
  message?: string
}

/** Rejects what waits when the browser goes. */
export async function connectBidi(url: string): Promise<Bidi> {
  const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 256 * 2 ** 20 })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void; method: string }>()
  let last = 0
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    for (const { reject, method } of waiting.values()) reject(new Error(`Firefox, ${method}: the browser has gone`))
    waiting.clear()
  })
  socket.on('message', (data) => {
    const { id, type, result, error, message }: Answer = JSON.parse(String(data))
    const asked = id === undefined ? undefined : waiting.get(id)
    if (!asked || id === undefined) return
    waiting.delete(id)
    if (type === 'success') asked.resolve(result)
    else asked.reject(new Error(`Firefox, ${asked.method}: ${error} ${message}`.slice(0, 600)))
  })
  return {
    send<T>(method: string, params: Readonly<Record<string, unknown>>) {
      last += 1
      const id = last
      return new Promise<T>((resolve, reject) => {
        if (socket.readyState !== socket.OPEN) return reject(new Error(`Firefox, ${method}: the browser has gone`))
        setTimeout(
          () => waiting.delete(id) && reject(new Error(`Firefox, ${method}: no answer within ${patience / 1_000} s`)),
          patience,
        ).unref()
        waiting.set(id, { resolve: (value) => resolve(value as T), reject, method })
        socket.send(JSON.stringify({ id, method, params }))
      })
    },
  }
}
