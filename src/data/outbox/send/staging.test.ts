import { expect, it } from 'vitest'
import type { WireRequest } from '../wire/build-request.ts'
import type { HttpResponse } from '../wire/exchange.ts'
import { type StagingParts, stagedFrom, stageFiles } from './staging.ts'

const hosts = { main: '', backend: '', websocket: '', imageLoader: '' }
const respond = (status: number, body: unknown): HttpResponse => ({ status, headers: new Headers(), body })
const problem = (status: number, fields?: Record<string, unknown>) =>
  respond(status, { code: 'x', message: 'No.', ...(fields && { fields }) })

/** The server's half in memory; `before` may answer in its place, or throw as a network that is cut. */
function createServer(before: (request: WireRequest, url: URL) => HttpResponse | null = () => null) {
  const stored = new Map<string, number>()
  let bytes = 0
  let clock = 0
  async function send(request: WireRequest): Promise<HttpResponse> {
    clock += 100
    const url = new URL(request.url, 'http://x')
    const name = url.pathname.split('/').at(-1) ?? ''
    if (request.body instanceof Blob) bytes += request.body.size
    const said = before(request, url)
    if (said) return said
    const received = stored.get(name) ?? 0
    const size = Number(url.searchParams.get('size'))
    if (request.body instanceof Blob && Number(url.searchParams.get('offset')) <= received)
      stored.set(name, Number(url.searchParams.get('offset')) + request.body.size)
    const now = stored.get(name) ?? 0
    return respond(200, { received: now, complete: now === size })
  }
  return { send, stored, now: () => clock, sent: () => bytes }
}

type Server = ReturnType<typeof createServer>
const controller = () => new AbortController()

function stage(server: Server, patch: Record<string, unknown>, rest: Partial<StagingParts> = {}) {
  return stageFiles(
    {
      call: { encoding: 'multipart' },
      row: { id: 'a', action: 'create' },
      config: { hosts },
      send: server.send,
      signal: controller().signal,
      now: server.now,
      ...rest,
    },
    patch,
  )
}

const file = (size: number, name = 'a.pdf') => ({ name, size, type: 'application/pdf', content: new Blob([new Uint8Array(size).fill(7)]) })

it('names a large file by its hash once it is there, and leaves a small one in the form', async () => {
  const server = createServer()
  const [large, small, percents] = [file(3_000_000), file(stagedFrom - 1), [] as number[]]
  const staged = await stage(server, { large, small, note: 'x' }, { onProgress: (percent) => percents.push(percent) })
  expect(staged).toEqual({
    kind: 'staged',
    patch: { large: { staged: expect.stringMatching(/^[0-9a-f]{64}$/), name: 'a.pdf' }, small, note: 'x' },
  })
  expect(server.sent()).toBe(3_000_000)
  expect(percents).toEqual([...percents].sort((a, b) => a - b))
  expect([percents[0], percents.at(-1)]).toEqual([0, 100])
  await stage(server, { large: file(3_000_000, 'again.pdf') })
  expect(server.sent(), 'the same content is not sent twice').toBe(3_000_000)
})

it('goes on where it was cut', async () => {
  let cut = true
  const server = createServer((request, url) => {
    if (!cut || !(request.body instanceof Blob) || Number(url.searchParams.get('offset')) < 5_000_000) return null
    throw new DOMException('cut', 'NetworkError')
  })
  await expect(stage(server, { file: file(20_000_000) })).rejects.toThrow('cut')
  cut = false
  expect(await stage(server, { file: file(20_000_000) })).toMatchObject({ kind: 'staged' })
  expect(server.sent()).toBeLessThan(25_000_000)
})

it('tells what an answer means for the row', async () => {
  const says = (said: HttpResponse) =>
    stage(
      createServer(() => said),
      { file: file(1_000_000) },
    )
  expect(await says(problem(413))).toMatchObject({ kind: 'parked', reason: 'tooLarge', decided: false })
  expect(await says(problem(401))).toMatchObject({ kind: 'hold', why: 'auth' })
  expect(await says(problem(503))).toMatchObject({ kind: 'retry' })
  expect(await says(problem(422, { digest: { code: 'checksum', message: 'No.' } }))).toMatchObject({ kind: 'retry' })
  expect(await says(respond(200, '<html>Sign in to the hotel</html>'))).toMatchObject({ kind: 'retry' })
  expect(await says(respond(200, { received: 0, complete: false })), 'a server that forgets does not keep the drain busy').toMatchObject({
    kind: 'retry',
  })
})

it('leaves the file in the form where a deployment has no staging', async () => {
  const large = file(1_000_000)
  expect(
    await stage(
      createServer(() => problem(404)),
      { large },
    ),
  ).toEqual({ kind: 'staged', patch: { large } })
})

it('stops between pieces when another drain took over', async () => {
  const taken = controller()
  const server = createServer(() => {
    taken.abort()
    return null
  })
  await expect(stage(server, { file: file(5_000_000) }, { signal: taken.signal })).rejects.toThrow('Displaced')
  expect(server.sent()).toBe(0)
})
