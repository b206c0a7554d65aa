/** The OpenAPI document has exactly the mounted calls of the contract, and each example works on unchanged demo data. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { ownExample } from '#contract/examples.ts'
import { mapFiles } from '#contract/kit/field/file-places.ts'
import { formEntries } from '#contract/kit/field/form-entries.ts'
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { userRoles, users } from '#server/db/tables/people.ts'
import { mountedCalls } from '#server/platform/http/mount.ts'
import { accounts } from '#tests/support/accounts.ts'
import { everyCall } from '#tests/support/contract-calls.ts'
import { fileOf } from '#tests/support/example.ts'
import { assertDeclared } from './declared.ts'
import { answerCheck, type Documented, documented } from './document.ts'
import { unfitProblem, unfitReply } from './fits.ts'
import { type DemoApp, makeDemoApp } from './world.ts'

let world: DemoApp
let document: ReadonlyMap<string, Documented>
let unpromised: ReturnType<typeof answerCheck>
let hash = ''
let root = ''
beforeAll(async () => {
  world = await makeDemoApp()
  // The first job is an example's, however long earlier ones take.
  await world.platform.database.db.execute(sql`update job_schedules set next_at = '2100-01-01'`)
  const [first] = await world.platform.database.db.select().from(users).where(eq(users.email, accounts.root))
  hash = first?.password_hash ?? ''
  root = await aRoot()
  const served = await (await world.app.request('/openapi.json')).json()
  document = documented(served)
  unpromised = answerCheck(served)
  return () => world.close()
})

const names = (calls: readonly Call[]) => calls.map(({ name }) => name).sort()

it('the contract, the API and its document name the same calls', () => {
  expect(names(mountedCalls(world.app))).toEqual(names(everyCall))
  expect([...document.keys()].sort()).toEqual(names(everyCall))
})

function formOf(call: Call, record: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  const { [call.part ?? '']: inner, ...beside } = record
  const files = mapFiles(call.body ?? {}, call.part ? { ...toRecord(inner), ...beside } : record, ({ path, value }) =>
    fileOf(String(value), `contoh-${path}.${String(value).startsWith('data:text/csv') ? 'csv' : 'png'}`),
  )
  for (const [name, value] of formEntries(call.body ?? {}, files, call.part))
    form.append(name, value instanceof Blob ? value : String(value))
  return form
}

function bodyOf(call: Call, { type, body }: Documented): Pick<RequestInit, 'body' | 'headers'> {
  if (type === 'application/octet-stream') return { body: new Uint8Array(1), headers: { 'content-type': type } }
  if (type === 'multipart/form-data') return { body: formOf(call, toRecord(body)) }
  return type ? { body: JSON.stringify(body), headers: { 'content-type': type } } : {}
}

/** Creates a user with role and password of Root. */
async function aRoot(): Promise<string> {
  const { database, tokens } = world.platform
  const person = { name: 'Rangga Kedua', email: `${randomUUID()}@lapangan.test`, password_hash: hash }
  const [made] = await database.db.insert(users).values(person).returning()
  if (!made) throw new Error('nobody was made')
  await database.db.insert(userRoles).values({ user_id: made.id, role_id: 1 })
  return tokens.issue(made)
}

/** Root for shared records; a new Root for calls of a session, which they may change. */
async function ask(call: Call): Promise<Response> {
  const entry = document.get(call.name)
  if (!entry) throw new Error(`${call.name} is not in the document`)
  const token = call.permission === 'signed-in' ? await aRoot() : root
  const { headers, ...init } = bodyOf(call, entry)
  const response = await world.app.request(entry.path, {
    method: call.method,
    ...init,
    headers: { ...headers, ...(call.permission !== 'public' && { authorization: `Bearer ${token}` }) },
  })
  await assertDeclared(call, response)
  return response
}

/** Later events are ignored. */
async function firstEvent(response: Response): Promise<unknown> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const text = (await reader?.read())?.value ?? ''
  await reader?.cancel()
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? 'null')
}

async function received(call: Call, response: Response): Promise<unknown> {
  if (call.reply.of === 'blob') return response.arrayBuffer()
  if (call.reply.of === 'events') return firstEvent(response)
  const text = await response.text()
  return call.reply.of === 'lines'
    ? text
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line))
    : JSON.parse(text)
}

const sent = new Set<string>()
/** Returns the problems of a call's example, after sending those it requires. */
async function wrongWith(call: Call): Promise<string[]> {
  if (sent.has(call.name)) return []
  sent.add(call.name)
  const { after = [], onlyWith } = ownExample(call)
  for (const name of after) {
    const earlier = everyCall.find((one) => one.name === name)
    if (!earlier) throw new Error(`there is no call ${name}`)
    await wrongWith(earlier)
  }
  const response = await ask(call)
  if (onlyWith) return unfitProblem(response, [400, 401, 403, 404, 410, 422])
  if (!response.ok) return [`${response.status} ${(await response.text()).slice(0, 400)}`]
  const body = await received(call, response)
  return [
    ...unfitReply(call.reply, body),
    ...unpromised(call, body).slice(0, 5),
    ...(isRecord(body) && Array.isArray(body.failed_entities) ? body.failed_entities : []).map((one) => JSON.stringify(one)),
  ]
}

/** Reads first, then changes, then removals: each example is for the demo's data. */
const turn = ({ kind, method, action }: Call) => (kind === 'query' ? 0 : action === 'create' ? 1 : method === 'DELETE' ? 3 : 2)

describe('the example of', () => {
  it.each(everyCall.toSorted((a, b) => turn(a) - turn(b)).map((call) => [call.name, call] as const))('%s works', async (_, call) => {
    expect(await wrongWith(call)).toEqual([])
  })
})
