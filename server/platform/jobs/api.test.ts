import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Job, jobList, jobStream } from '#contract/jobs.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs } from '#tests/support/request.ts'
import { type EnqueueOptions, enqueue } from './enqueue.ts'
import { jobKind, PermanentError } from './kind.ts'
import { createRunner } from './runner.ts'

const path = jobList.path
const work = jobKind('work', 'quick', async ({ input }) => {
  if (input.fails) throw new PermanentError('It cannot be done.')
  return 'done'
})

let test: TestPlatform
let app: Hono
let ani: Person
let reader: Person
let editor: Person
let root: Person

beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  ani = await makePerson(test.platform, ['get crm'])
  reader = await makePerson(test.platform, ['get content'])
  editor = await makePerson(test.platform, ['get content', 'update content'])
  root = await makePerson(test.platform, [], 'Root', true)
})
afterAll(() => test.close())

async function make(options: EnqueueOptions, input: Record<string, number> = {}): Promise<number> {
  const { database } = test.platform
  const made = await database.transaction((tx) => enqueue(database, tx, work, input, options))
  return made?.id ?? 0
}

const seen = async (person: Person): Promise<number[]> =>
  (await requestAs(app, person)('GET', path)).body.jobs.map(({ id }: Job) => id).sort((a: number, b: number) => a - b)

const as = (person: Person) => ({ id: person.id, name: 'P' })
const whoSees = async (id: number) => {
  const people = { ani, reader, editor, root }
  const found = await Promise.all(Object.entries(people).map(async ([name, person]) => ((await seen(person)).includes(id) ? [name] : [])))
  return found.flat()
}

it('a job is visible to its creator, Root and readers of its resource', async () => {
  expect(await whoSees(await make({ user: as(ani) }))).toEqual(['ani', 'root'])
  expect(await whoSees(await make({ user: as(ani), resource: 'content' }))).toEqual(['ani', 'reader', 'editor', 'root'])
  expect(await whoSees(await make({}))).toEqual([])
})

it('a job is cancelled and retried only by those who may change it', async () => {
  const id = await make({ user: as(ani), resource: 'content' })
  const change = async (person: Person, verb: string) => (await requestAs(app, person)('PUT', `${path}/${id}/${verb}`, {})).status
  expect(await change(reader, 'cancel')).toBe(403)
  expect(await change(await makePerson(test.platform, ['get crm']), 'cancel')).toBe(404)
  expect(await change(editor, 'retry')).toBe(422)
  const cancelled = await requestAs(app, editor)('PUT', `${path}/${id}/cancel`, {})
  expect(cancelled.body.data).toMatchObject({ id, state: 'cancelled', ended_at: expect.any(String) })

  const failing = await make({ user: as(ani) }, { fails: 1 })
  await createRunner(test.platform, [work]).idle()
  const mine = (await requestAs(app, ani)('GET', path)).body.jobs.find((job: Job) => job.id === failing)
  expect(mine).toMatchObject({ state: 'dead', problem: 'It cannot be done.', may_change: true })
  const again = await requestAs(app, ani)('PUT', `${path}/${failing}/retry`, {})
  expect(again.body.data).toMatchObject({ state: 'waiting', problem: null })
})

it('the result of a job is for those who see it', async () => {
  const { privateFiles, database } = test.platform
  const id = await make({ user: as(ani) })
  const result = await privateFiles.store(await privateFiles.inspect(new TextEncoder().encode('a,b\r\n'), 'rows.csv'))
  expect((await requestAs(app, ani)('GET', `${path}/${id}/result`)).status).toBe(404)
  await database.db.execute(sql`update jobs set result = ${JSON.stringify(result)}::jsonb where id = ${id}`)
  const headers = { Authorization: `Bearer ${ani.token}` }
  const response = await app.request(`${path}/${id}/result`, { headers })
  expect([response.status, await response.text()]).toEqual([200, 'a,b\r\n'])
  expect((await requestAs(app, reader)('GET', `${path}/${id}/result`)).status).toBe(404)
})

it('the stream sends all visible states first, and then each change', async () => {
  const before = await make({ user: as(ani) })
  const response = await app.request(jobStream.path, { headers: { Authorization: `Bearer ${ani.token}` } })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reading = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => {
    const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)\n\n$/.exec((await reading?.read())?.value ?? '') ?? []
    return { name, data: JSON.parse(data) }
  }
  const first = await next()
  expect(first.name).toBe('states')
  expect(first.data.jobs.map(({ id }: Job) => id)).toEqual((await seen(ani)).sort((a, b) => b - a))
  await make({ user: as(root) })
  const made = await make({ user: as(ani), subject: 'leads.xlsx' })
  expect(await next()).toMatchObject({ name: 'job', data: { id: made, state: 'waiting', subject: 'leads.xlsx' } })
  await requestAs(app, ani)('PUT', `${path}/${before}/cancel`, {})
  expect(await next()).toMatchObject({ name: 'job', data: { id: before, state: 'cancelled' } })
  await reading?.cancel()
})
