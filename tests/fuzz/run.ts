/** Sequential hostile requests: the same seed gives the same run. */
import type { Random } from '#tests/chaos/random.ts'
import { seeded, seedOf } from '#tests/chaos/random.ts'
import { whyUndeclared } from '#tests/conformance/declared.ts'
import { type Operation, operationsOf } from './document.ts'
import { whyWrong } from './judge.ts'
import { type HostileRequest, hostileRequest } from './request.ts'
import { hostileName, hostileText } from './values.ts'
import { type FuzzWorld, makeFuzzWorld } from './world.ts'

export interface FuzzFailure {
  at: number
  operation: string
  why: string
  request: string
  log: string
}

export interface FuzzOptions {
  cases: number
  seed: number
  /** Maximum milliseconds of a response. */
  longest: number
  /** Maximum number of failures. */
  most?: number
  received?(done: number): void
}

/** Paths outside the document. */
const others = [
  '/files/{}',
  '/files/{}/a.png',
  `/files/${'a'.repeat(64)}/{}`,
  `/videos/${'a'.repeat(64)}/{}`,
  '/image-loader?url={}',
  '/image-loader?url=/files/{}&q={}&f={}',
  '/config.json',
  '/health/{}',
  '/{}',
  '/docs',
  '/openapi.json',
  '/e/{}',
  '/e/{}/thanks?k={}',
  '/e/{}/calendar.ics',
  '/e/r/{}',
  '/e/webinar-membaca-laporan-keuangan',
]

function otherRequest(random: Random): HostileRequest {
  const [first = '/', ...rest] = others
  const part = () => (random.chance(0.3) ? hostileName(random, 15_000) : hostileText(random).slice(0, 500).toWellFormed())
  const path = random.pick([first, ...rest]).replaceAll('{}', () => encodeURIComponent(part()))
  const method = random.pick(['GET', 'GET', 'GET', 'POST', 'DELETE'])
  // Limited by IP as public calls are.
  const address = `10.${random.integer(0, 255)}.${random.integer(0, 255)}.${random.integer(0, 255)}`
  if (method !== 'POST' || !path.startsWith('/e/')) return { method, path, headers: { 'X-Forwarded-For': address }, body: null }
  const names = ['name', 'phone', 'email', 'token', 'wait', 'website', 'action', 'q1', 'q2', '__proto__'].filter(() => random.chance(0.7))
  const fields = names.map((name): [string, string] => [name, hostileText(random).slice(0, 8_000).toWellFormed()])
  const headers = { 'X-Forwarded-For': address, 'Content-Type': 'application/x-www-form-urlencoded' }
  return { method, path, headers, body: new URLSearchParams(fields).toString() }
}

function shown({ method, path, headers, body }: HostileRequest): string {
  const written =
    body instanceof FormData ? JSON.stringify([...body.entries()].slice(0, 30)) : body instanceof Uint8Array ? `${body.length} bytes` : body
  return `${method} ${path.slice(0, 600)}\n  ${JSON.stringify(headers).slice(0, 600)}\n  ${(written ?? '').slice(0, 1_200)}`
}

async function send({ app }: FuzzWorld, { method, path, headers, body }: HostileRequest): Promise<Response> {
  return app.fetch(new Request(`http://localhost${path}`, { method, headers, body }))
}

/** Whether a request reaches its operation: hostile parameters may lead elsewhere. */
function isOf({ method, path }: HostileRequest, operation: Operation): boolean {
  const pattern = new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`)
  return method === operation.method && URL.canParse(path, 'http://localhost') && pattern.test(new URL(path, 'http://localhost').pathname)
}

export interface FuzzResult {
  failures: FuzzFailure[]
  /** Responses by status: a run without successes proves nothing. */
  statuses: ReadonlyMap<number, number>
}

export async function fuzz({ cases, seed, longest, most = 20, received }: FuzzOptions): Promise<FuzzResult> {
  const world = await makeFuzzWorld()
  const failures: FuzzFailure[] = []
  const statuses = new Map<number, number>()
  const operations = operationsOf(await (await world.app.request('/openapi.json')).json())
  if (operations.length < 100) throw new Error(`the document names only ${operations.length} operations`)
  try {
    for (let at = 0; at < cases && failures.length < most; at++) {
      const random = seeded(seedOf(seed, at))
      // In turn, so that a short run covers every operation.
      const operation = operations[at % operations.length]
      const isOther = random.chance(0.03)
      const call = operation && world.calls.get(operation.name)
      const request = isOther || !operation ? otherRequest(random) : hostileRequest(operation, { call, operations, ids: world.ids }, random)
      const authorization = await world.authorization(random)
      if (authorization !== null) request.headers.Authorization = authorization
      const heardStatus = (status: number) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 401) world.forgetSessions()
      }
      const takesGzip = /gzip(?!;q=0)/.test(request.headers['Accept-Encoding'] ?? '')
      const judged = whyWrong(() => send(world, request), {
        isHead: request.method === 'HEAD',
        takesGzip,
        longest,
        received: heardStatus,
        whyUndeclared: (problem) => (call && !isOther && isOf(request, operation) ? whyUndeclared(call, problem) : null),
      })
      const why = await judged.catch((error: unknown) => `threw ${String(error)}`)
      const log = world.takeLog()
      if (why !== null) failures.push({ at, operation: isOther ? 'none' : (operation?.name ?? ''), why, request: shown(request), log })
      received?.(at + 1)
    }
  } finally {
    await world.close()
  }
  return { failures, statuses }
}

export function describeFailure({ at, operation, why, request, log }: FuzzFailure): string {
  return `case ${at}, ${operation}: ${why}\n  ${request}${log && `\n  ${log.slice(0, 1_500)}`}`
}
