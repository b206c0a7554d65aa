/** A proxy that gives each request to the next of several servers, as one before several processes does. */
import { Agent, createServer, type IncomingMessage, request as openRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface RoundRobin {
  readonly port: number
  readonly url: string
  /** Requests that each of the servers got. */
  readonly counts: readonly number[]
  close(): Promise<void>
}

const withoutBody = ['GET', 'HEAD', 'OPTIONS']

function headersOf(request: IncomingMessage): Record<string, string | string[] | undefined> {
  const before = request.headers['x-forwarded-for']
  const address = request.socket.remoteAddress ?? ''
  return { ...request.headers, 'x-forwarded-for': before === undefined ? address : `${String(before)}, ${address}` }
}

export async function startRoundRobin(ports: readonly number[], wanted = 0): Promise<RoundRobin> {
  const counts = ports.map(() => 0)
  const agent = new Agent({ keepAlive: true })
  const open = new Set<Duplex>()
  let turn = 0
  const next = () => {
    turn = (turn + 1) % ports.length
    counts[turn] = (counts[turn] ?? 0) + 1
    return ports[turn] ?? 0
  }

  const server = createServer((request, response) => {
    // A cut line is what a client sees of a server that is gone.
    const cut = () => response.destroy()
    const pass = (left: number) => {
      const { method = 'GET', url } = request
      const upstream = openRequest({ host: '127.0.0.1', port: next(), method, path: url, headers: headersOf(request), agent }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        response.flushHeaders()
        answer.pipe(response)
        answer.on('error', cut)
        answer.on('aborted', cut)
      })
      upstream.on('error', () => {
        if (left > 0 && withoutBody.includes(method) && !response.headersSent && !response.destroyed) pass(left - 1)
        else cut()
      })
      response.on('close', () => upstream.destroy())
      if (withoutBody.includes(method)) upstream.end()
      else request.pipe(upstream)
    }
    pass(ports.length - 1)
  })

  server.on('upgrade', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const upstream: Socket = connect(next(), '127.0.0.1', () => {
      const lines = Object.entries(headersOf(request)).map(([name, value]) => `${name}: ${String(value)}`)
      upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      upstream.pipe(client)
      client.pipe(upstream)
    })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.keepAliveTimeout = 65_000
  await new Promise<void>((ready) => server.listen(wanted, '127.0.0.1', ready))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : wanted
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    counts,
    async close() {
      for (const socket of open) socket.destroy()
      server.closeAllConnections()
      agent.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
