/** Server-sent events: a reply that lasts until its client disconnects. */

export interface ServerEvent {
  name: string
  data: unknown
}

const aliveMs = 20_000
const encoder = new TextEncoder()

/** Body of a reply of events. `open` yields them until its signal aborts, when the client disconnects. */
export class Events {
  constructor(readonly open: (signal: AbortSignal) => AsyncIterator<ServerEvent, void, undefined>) {}
}

/** Sends comments when idle: proxies and clients take silence for a broken connection. */
export function streamEvents({ open }: Events, headers: Headers): Response {
  headers.set('Content-Type', 'text/event-stream')
  headers.set('X-Accel-Buffering', 'no')
  const control = new AbortController()
  const events = open(control.signal)
  let timer: NodeJS.Timeout | undefined
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => controller.enqueue(encoder.encode(':\n\n')), aliveMs).unref()
    },
    async pull(controller) {
      const { done, value } = await events.next()
      if (!done) return controller.enqueue(encoder.encode(`event: ${value.name}\ndata: ${JSON.stringify(value.data)}\n\n`))
      clearInterval(timer)
      if (!control.signal.aborted) controller.close()
    },
    cancel() {
      clearInterval(timer)
      control.abort()
    },
  })
  return new Response(stream, { headers })
}
