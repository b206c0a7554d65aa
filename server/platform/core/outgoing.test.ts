import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { freePort } from '#tests/support/ports.ts'
import { outgoing } from './outgoing.ts'

let server: Server
let url: string
let seen: { method: string | undefined; type: string | undefined; body: string }[]
let responses: ((response: ServerResponse) => void)[]

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end(`answer ${code}`)

/** Nothing is ever answered here, also to a request that arrives after its sender has left. */
const silentPath = '/silent'

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === silentPath) return
  let body = ''
  for await (const chunk of request) body += chunk
  seen.push({ method: request.method, type: request.headers['content-type'], body })
  responses.shift()?.(response)
}

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}/`
  server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
})
beforeEach(() => {
  seen = []
  responses = []
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

it('outgoing retries after a temporary status or a broken connection, if the request has no effect', async () => {
  responses = [(response) => response.socket?.destroy(), status(503, { 'retry-after': '0' }), status(200)]
  const reply = await outgoing(url, { method: 'GET', within: 20_000 })
  expect([reply.status, await reply.text(), seen.length]).toEqual([200, 'answer 200', 3])
})

it('outgoing sends a request with effects once, and returns any response', async () => {
  responses = [status(503)]
  const reply = await outgoing(url, { method: 'POST', body: { a: 1 }, within: 20_000 })
  expect([reply.status, await reply.text()]).toEqual([503, 'answer 503'])
  expect(seen).toEqual([{ method: 'POST', type: 'application/json', body: '{"a":1}' }])
  responses = [(response) => response.socket?.destroy()]
  await expect(outgoing(url, { method: 'POST', body: {}, within: 20_000 })).rejects.toThrow()
  expect(seen.length).toBe(2)
})

it('outgoing returns the refusal of the last attempt, and does not retry a final one', async () => {
  responses = [status(502, { 'retry-after': '0' }), status(502, { 'retry-after': '0' }), status(502)]
  expect((await outgoing(url, { method: 'GET', within: 20_000 })).status).toBe(502)
  responses = [status(404)]
  expect((await outgoing(url, { method: 'GET', within: 20_000 })).status).toBe(404)
  expect(seen.length).toBe(4)
})

it('outgoing leaves the content type of a form to the form', async () => {
  const body = new FormData()
  body.append('name', 'Budi')
  responses = [status(200)]
  await outgoing(url, { method: 'POST', body, within: 20_000 })
  expect(seen[0]?.type).toMatch(/^multipart\/form-data; boundary=/)
})

it('outgoing gives up a silent service, and follows no redirect', async () => {
  const silent = await outgoing(new URL(silentPath, url).href, { method: 'GET', within: 50, retries: 0 }).catch((error: unknown) => error)
  expect(silent).toMatchObject({ name: 'FetchError', cause: { name: 'TimeoutError' } })
  responses = [status(302, { location: url }), status(200)]
  await expect(outgoing(url, { method: 'GET', within: 20_000, retries: 0 })).rejects.toThrow()
  expect(seen.length).toBe(1)
})
