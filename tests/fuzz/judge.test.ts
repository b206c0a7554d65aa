/** Verifies that the fuzzer detects each kind of wrong response. */
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { whyWrong } from './judge.ts'

const rules = { isHead: false, takesGzip: false, longest: 1_000, received: () => undefined, whyUndeclared: () => null }
const problem = (status: number, body: unknown, type = 'application/problem+json') =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers: { 'content-type': type } })
const fit = { status: 422, code: 'invalid', message: 'Enter a name' }
const lines = (...entries: object[]) =>
  new Response(entries.map((entry) => JSON.stringify(entry)).join('\n'), { headers: { 'content-type': 'application/x-ndjson' } })

it.each([
  ['a fault of ours', problem(500, { ...fit, status: 500 }), 'status 500'],
  ['a page in place of a problem', problem(404, '<h1>Not Found</h1>', 'text/html'), 'status 404 as text/html'],
  ['JSON that says it is no problem', problem(422, fit, 'application/json'), 'as application/json'],
  ['a problem that is no JSON', problem(422, 'no'), 'no JSON'],
  ['a problem of another status', problem(422, { ...fit, status: 400 }), 'without its parts'],
  ['a problem without words', problem(422, { ...fit, message: '' }), 'without its parts'],
  ['a fault within a replay', lines({ status: 200 }, { status: 500 }), 'an entry of a replay'],
  ['a compressed answer that was not asked for', new Response(gzipSync('{}'), { headers: { 'content-encoding': 'gzip' } }), 'compressed'],
])('whyWrong rejects %s', async (_, answer, why) => {
  expect(await whyWrong(() => answer, rules)).toContain(why)
})

it('whyWrong rejects a problem that the document does not declare', async () => {
  const whyUndeclared = (given: unknown) => (JSON.stringify(given).includes('"invalid"') ? 'not declared' : null)
  expect(await whyWrong(() => problem(422, fit), { ...rules, whyUndeclared })).toBe('not declared')
})

it('whyWrong rejects a late response', async () => {
  const late = new Promise<Response>((answer) => setTimeout(() => answer(Response.json({})), 20))
  expect(await whyWrong(() => late, { ...rules, longest: 1 })).toContain('took ')
})

it.each([
  ['an answer', () => Response.json({ data: [] })],
  ['a problem with its parts', () => problem(422, fit)],
  ['a replay whose entries were refused', () => lines({ status: 422 }, { status: 200 })],
])('whyWrong accepts %s', async (_, answer) => {
  const statuses: number[] = []
  expect(await whyWrong(answer, { ...rules, received: (status) => void statuses.push(status) })).toBeNull()
  expect(statuses).toHaveLength(1)
})

it('whyWrong closes a stream of events after its first event', async () => {
  let left = false
  const stream = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('event: states\ndata: {}\n\n')),
    cancel: () => {
      left = true
    },
  })
  expect(await whyWrong(() => new Response(stream, { headers: { 'content-type': 'text/event-stream' } }), rules)).toBeNull()
  expect(left).toBe(true)
})
