/**
 * A server with only the base contract: a login without a user, lists in the paging envelope, a PUT that replaces the whole record, no
 * receipts, and a websocket that sends only 'connected'.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { WebSocketServer } from 'ws'
import { socketPath } from '#contract/chat/events.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { login, validateResetPassword } from '#contract/session.ts'
import { freePort } from './ports.ts'

type Stored = Record<string, unknown> & { id: number }

export interface PlainServer {
  url: string
  token: string
  banks: Map<number, Stored>
  /** Received writes with headers and body, in order. */
  writes: { method: string; path: string; headers: IncomingMessage['headers']; body: unknown }[]
  /** First messages. */
  hellos: unknown[]
  /** Applies the next write and drops the connection. */
  loseNext: boolean
  /** A captive portal responds to every request. */
  portal: boolean
  /** The portal responds to the next write, which is lost. */
  portalNext: boolean
  /** Sends an event of docs/product/chat.md#feed to all sockets. */
  tell(event: unknown): void
  close(): Promise<void>
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text ? JSON.parse(text) : null
}

interface Reply {
  status: number
  body: unknown
}
const ok = (body: unknown, status = 200): Reply => ({ status, body })

export async function startPlainServer(permissions: readonly string[]): Promise<PlainServer> {
  const port = await freePort()
  const token = `${base64({ alg: 'HS256' })}.${base64({ sub: '12', exp: Math.floor(Date.now() / 1000) + 3_600 })}.signature`
  let lastId = 0

  function list(parameters: URLSearchParams): Reply {
    const [page, size] = [Number(parameters.get('page') ?? 1), Number(parameters.get('size') ?? 10)]
    const all = [...server.banks.values()]
    const total_page = Math.ceil(all.length / size)
    const next_page = page < total_page ? page + 1 : 0
    return ok({
      data: all.slice((page - 1) * size, page * size),
      ...{ current_page: page, page_size: size, next_page, total_page, total_record: all.length },
    })
  }

  function store(id: number, body: unknown, status = 200): Reply {
    const record = { ...(isRecord(body) ? body : {}), id }
    server.banks.set(id, record)
    return ok({ message: 'Success', data: record }, status)
  }

  function remove(body: unknown): Reply {
    const ids = isRecord(body) && Array.isArray(body.ids) ? body.ids : []
    for (const id of ids) server.banks.delete(id)
    return ok({ message: 'Success', success_entities: ids.map((id) => ({ id, message: 'Bank removed' })), failed_entities: [] })
  }

  function banks(method: string, id: number | null, body: unknown, parameters: URLSearchParams): Reply {
    if (id === null) return method === 'POST' ? store(++lastId, body, 201) : method === 'DELETE' ? remove(body) : list(parameters)
    const found = server.banks.get(id)
    if (!found) return { status: 404, body: { message: 'Bank not found' } }
    return method === 'PUT' ? store(id, body) : ok({ message: 'Success', data: found })
  }

  function reply(method: string, { pathname, searchParams }: URL, headers: IncomingMessage['headers'], body: unknown): Reply | null {
    if (pathname === login.path) return ok({ token, roles: ['Admin'], permissions, roleRead: [] })
    if (pathname === validateResetPassword.path) return { status: 400, body: { message: 'Token is not valid' } }
    const [, id] = new RegExp(`^${bank.path}(?:/(\\d+))?$`).exec(pathname) ?? [null]
    if (!pathname.startsWith(bank.path) || (id === undefined && pathname !== bank.path)) return null
    if (headers.authorization !== `Bearer ${token}`) return { status: 401, body: { message: 'Unauthorized' } }
    return banks(method, id ? Number(id) : null, body, searchParams)
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request
    const address = new URL(request.url ?? '', server.url)
    const isWrite = method !== 'GET' && address.pathname !== login.path
    const body = await jsonOf(request)
    if (server.portal || (isWrite && server.portalNext)) {
      if (isWrite) server.portalNext = false
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please sign in to the hotel</html>')
      return
    }
    if (isWrite) server.writes.push({ method, path: address.pathname, headers, body })
    const answer = reply(method, address, headers, body)
    if (isWrite && server.loseNext) {
      server.loseNext = false
      request.socket.destroy()
      return
    }
    if (!answer) response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  }

  const http = createServer((request, response) => void respond(request, response))
  const sockets = new WebSocketServer({ server: http, path: socketPath })
  sockets.on('connection', (socket) => {
    socket.on('message', (text) => {
      server.hellos.push(JSON.parse(String(text)))
      socket.send(JSON.stringify({ data: 'connected' }))
    })
  })
  const server: PlainServer = {
    url: `http://127.0.0.1:${port}`,
    token,
    banks: new Map(),
    writes: [],
    hellos: [],
    loseNext: false,
    portal: false,
    portalNext: false,
    tell(event) {
      for (const socket of sockets.clients) socket.send(JSON.stringify(event))
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets.clients) socket.terminate()
        sockets.close()
        http.close(() => done())
        http.closeAllConnections()
      }),
  }
  await new Promise<void>((done) => http.listen(port, '127.0.0.1', done))
  return server
}
