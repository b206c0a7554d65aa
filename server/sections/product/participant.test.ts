import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { event } from '#contract/sections/product/event.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { questionnaire } from '#contract/sections/product/questionnaire.ts'
import { createApp } from '#server/app.ts'
import { eventParticipants, events } from '#server/db/tables/events.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { onePixel } from '#tests/support/example.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const { path } = participant
let test: TestPlatform
let person: Person
let app: ReturnType<typeof createApp>
let ask: TestRequest
let phones = 0
let slugs = 0
beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  person = await makePerson(test.platform, ['get event', 'create event', 'update event', 'delete event'])
  ask = requestAs(app, person)
})
afterAll(() => test.close())

async function makeEvent(values: Partial<typeof events.$inferInsert> = {}) {
  const cover = { url: '/files/a.webp', name: 'a.webp', size: 1, type: 'image/webp' }
  const times = { start_at: '2030-01-01T03:00:00.000Z', end_at: '2030-01-01T05:00:00.000Z' }
  const [row] = await test.platform.database.db
    .insert(events)
    .values({
      title: 'Webinar',
      slug: `webinar-${phones}-${++slugs}`,
      cover,
      location: 'Zoom',
      link: 'https://zoom.us/j/1',
      ...times,
      ...values,
    })
    .returning()
  if (!row) throw new Error('no event')
  return row
}

const someone = (event_id: number, values: Record<string, unknown> = {}) => {
  phones += 1
  return { event_id, name: `Peserta ${phones}`, phone: `62812555${10_000 + phones}`, ...values }
}
const add = (event_id: number, values: Record<string, unknown> = {}) => ask('POST', path, someone(event_id, values))
async function make(event_id: number, values: Record<string, unknown> = {}): Promise<AnyRow> {
  const { status, body } = await add(event_id, values)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
const turn = (row: AnyRow, call: string) => ask('PUT', `${path}/${row.id}/${call}`)
async function seatsOf(id: number) {
  const [row] = await test.platform.database.db.select().from(events).where(eq(events.id, id))
  return [row?.taken, row?.offered]
}
const problemOf = ({ status, body }: { status: number; body: { reason?: { code: string } } }) => [status, body.reason?.code]

describe('seats', () => {
  it('quota 1, 50 at once: one 201, 49 full', async () => {
    const { id } = await makeEvent({ quota: 1 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => add(id)))
    const codes = answers.map((answer) => problemOf(answer).join(' ').trim()).sort()
    expect(codes).toEqual(['201', ...Array.from({ length: 49 }, () => '422 full')])
    expect(await seatsOf(id)).toEqual([1, 0])
  })

  it('are given back by who cancels or is deleted, and kept for whom one was offered', async () => {
    const { id } = await makeEvent({ quota: 2 })
    const [first, second, waiting] = [await make(id), await make(id), await make(id, { state: 'waiting' })]
    expect(problemOf(await turn(waiting, 'register'))).toEqual([422, 'full'])
    expect(problemOf(await turn(waiting, 'offer'))).toEqual([422, 'full'])
    expect((await turn(first, 'cancel')).body.data).toMatchObject({ state: 'cancelled', attended: false })
    expect((await ask('GET', `${path}/${waiting.id}`)).body.data).toMatchObject({ state: 'offered', offered_until: expect.any(String) })
    expect(await seatsOf(id)).toEqual([1, 1])
    expect(problemOf(await turn(first, 'register'))).toEqual([422, 'full'])
    expect((await turn(waiting, 'register')).body.data.registered_at).toEqual(expect.any(String))
    expect(await seatsOf(id)).toEqual([2, 0])
    expect((await ask('DELETE', path, { ids: [second.id, waiting.id] })).status).toBe(200)
    expect(await seatsOf(id)).toEqual([0, 0])
    expect(problemOf(await turn(second, 'register'))[0]).toBe(404)
  })

  it('are no fewer than those taken', async () => {
    const row = await makeEvent({ quota: 3 })
    await make(row.id)
    await make(row.id)
    const put = (quota: number) => ask('PUT', `${event.path}/${row.id}`, { quota }, { 'update-mask': 'quota' })
    const refused = await put(1)
    expect([refused.status, refused.body.fields.quota]).toMatchObject([422, { code: 'min_value', params: { min: 2 } }])
    expect((await put(2)).body.data).toMatchObject({ quota: 2, taken: 2 })
    expect(problemOf(await add(row.id))).toEqual([422, 'full'])
  })

  it.each([1, 2, 3])('stay what the states say in any history (seed %i)', async (seed) => {
    const quota = 3
    const { id } = await makeEvent({ quota })
    const rows: AnyRow[] = []
    let random = seed
    const upTo = (below: number) => {
      random = (random * 48_271) % 2_147_483_647
      return random % below
    }
    for (let step = 0; step < 40; step++) {
      const row = rows[upTo(rows.length || 1)]
      const act = upTo(6)
      if (!row || act < 2) {
        const made = await add(id, { state: act ? 'waiting' : 'registered' })
        if (made.status === 201) rows.push(made.body.data)
      } else if (act === 5 && upTo(3) === 0) {
        await ask('DELETE', path, { ids: [row.id] })
        rows.splice(rows.indexOf(row), 1)
      } else await turn(row, ['register', 'offer', 'cancel', 'cancel'][act - 2] ?? 'cancel')
      const counted = await test.platform.database.db
        .select({ state: eventParticipants.state, times: sql<number>`count(*)::int` })
        .from(eventParticipants)
        .where(eq(eventParticipants.event_id, id))
        .groupBy(eventParticipants.state)
      const times = (state: string) => counted.find((one) => one.state === state)?.times ?? 0
      expect(await seatsOf(id)).toEqual([times('registered'), times('offered')])
      expect(times('registered') + times('offered')).toBeLessThanOrEqual(quota)
    }
  })
})

describe('a participant', () => {
  it('has a phone and an address of their own in an event, and may be in another', async () => {
    const [one, other] = [await makeEvent(), await makeEvent()]
    const first = await make(one.id, { email: 'a@surat.test' })
    const fieldsOf = async (values: Record<string, unknown>) => (await add(one.id, values)).body.fields
    expect(await fieldsOf({ phone: first.phone })).toMatchObject({ phone: { code: 'taken' } })
    expect(await fieldsOf({ email: 'a@surat.test' })).toMatchObject({ email: { code: 'taken' } })
    expect((await add(other.id, { phone: first.phone, email: 'a@surat.test' })).status).toBe(201)
    await turn(first, 'cancel')
    expect(await fieldsOf({ phone: first.phone })).toMatchObject({ phone: { code: 'taken' } })
    expect(await seatsOf(one.id)).toEqual([0, 0])
  })

  it.each(['offered', 'cancelled'])('does not begin as %s', async (state) => {
    const { id } = await makeEvent()
    expect((await add(id, { state })).status).toBe(422)
    expect(await seatsOf(id)).toEqual([0, 0])
  })

  it('stays with the event, which stays with its participants', async () => {
    const [one, other] = [await makeEvent(), await makeEvent()]
    const row = await make(one.id)
    const moved = await ask('PUT', `${path}/${row.id}`, { event_id: other.id }, { 'update-mask': 'event_id' })
    expect(moved.body.fields).toMatchObject({ event_id: { code: 'fixed' } })
    const gone = await ask('DELETE', event.path, { ids: [one.id] })
    expect([gone.status, gone.body.reason.uses]).toEqual([422, { participant: 1 }])
  })
})

describe('attendance', () => {
  const mark = (row: AnyRow, attended: boolean, at: string) => ask('PUT', `${path}/attended`, { ref: row.ref, attended, at })
  const stored = async (row: AnyRow) => (await ask('GET', `${path}/${row.id}`)).body.data

  it('is the latest mark, in whatever order they arrive', async () => {
    const row = await make((await makeEvent()).id)
    await mark(row, true, '2026-01-01T09:12:00+07:00')
    await mark(row, false, '2026-01-01T09:10:00+07:00')
    expect(await stored(row)).toMatchObject({ attended: true, attended_at: '2026-01-01T02:12:00.000Z' })
    await mark(row, false, '2026-01-01T09:13:00+07:00')
    expect((await stored(row)).attended).toBe(false)
    const before = Date.now()
    await mark(row, true, '2099-01-01T00:00:00Z')
    const { attended_at } = await stored(row)
    expect(Date.parse(attended_at) - before).toBeLessThan(60_000)
  })

  it('is of those who are registered', async () => {
    const row = await make((await makeEvent()).id)
    await turn(row, 'cancel')
    expect(problemOf(await mark(row, true, '2026-01-01T09:12:00+07:00'))).toEqual([422, 'wrong_state'])
  })
})

describe('questions', () => {
  async function askQuestion(event_id: number, values: Record<string, unknown> = {}): Promise<AnyRow> {
    const { status, body } = await ask('POST', questionnaire.path, { event_id, question: 'Apa?', ...values })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data
  }

  it('are answered as they ask, each once, in their own event', async () => {
    const [one, other] = [await makeEvent(), await makeEvent()]
    const rating = await askQuestion(one.id, { kind: 'rating' })
    const choice = await askQuestion(one.id, { kind: 'choice', options: ['ya', 'tidak'] })
    const foreign = await askQuestion(other.id)
    expect([rating.sort, choice.sort, foreign.sort]).toEqual([1, 2, 1])
    const answer = async (...answers: [AnyRow, string][]) =>
      (await add(one.id, { answers: answers.map(([{ id }, text]) => ({ question_id: id, answer: text })) })).body.fields
    expect(await answer([rating, '6'])).toMatchObject({ 'answers.0.answer': { code: 'choice' } })
    expect(await answer([choice, 'mungkin'])).toMatchObject({ 'answers.0.answer': { code: 'choice' } })
    expect(await answer([foreign, 'Itu'])).toMatchObject({ 'answers.0.question_id': { code: 'unknown_reference' } })
    expect(await answer([rating, '5'], [rating, '4'])).toMatchObject({ 'answers.1.question_id': { code: 'taken' } })
    expect(await answer([rating, '5'], [choice, 'ya'])).toBeUndefined()
  })

  it('that are answered keep their kind; archived ones are asked no more, and stay in the export', async () => {
    const row = await makeEvent()
    const question = await askQuestion(row.id, { question: 'Nama kota?' })
    const put = (kind: string) => ask('PUT', `${questionnaire.path}/${question.id}`, { kind }, { 'update-mask': 'kind' })
    expect((await put('rating')).status).toBe(200)
    expect((await put('text')).status).toBe(200)
    const answers = [{ question_id: question.id, answer: '=1+1' }]
    const first = await make(row.id, { name: '=cmd()', answers })
    expect((await put('rating')).body.fields).toMatchObject({ kind: { code: 'fixed' } })
    expect((await ask('DELETE', questionnaire.path, { ids: [question.id] })).status).toBe(200)
    const listed = await ask('GET', `${questionnaire.path}?query=event_id:${row.id}`)
    expect(listed.body.data).toEqual([])
    expect((await add(row.id, { answers })).body.fields).toMatchObject({ 'answers.0.question_id': { code: 'unknown_reference' } })
    expect((await ask('PUT', `${path}/${first.id}`, { name: 'Rina' }, { 'update-mask': 'name' })).status).toBe(200)
    const response = await app.request(`${path}/${row.id}/export?format=csv`, { headers: { authorization: `Bearer ${person.token}` } })
    const [head, line] = (await response.text()).split('\r\n')
    expect(head).toContain('Nama kota?')
    expect(line).toContain('Rina')
    expect(line).toContain("'=1+1")
  })

  it('go to the copy of an event, and go with the event', async () => {
    const form = new FormData()
    form.set('cover', onePixel())
    const times = { start_at: '2030-01-01T10:00:00+07:00', end_at: '2030-01-01T12:00:00+07:00' }
    for (const [name, value] of Object.entries({ title: 'Asli', location: 'Zoom', link: 'https://zoom.us/j/1', ...times }))
      form.set(name, value)
    const row: AnyRow = (await ask('POST', event.path, form)).body.data
    const kept = await askQuestion(row.id, { question: 'Tetap?', kind: 'rating', required: true })
    await ask('DELETE', questionnaire.path, { ids: [(await askQuestion(row.id)).id] })
    const copy = (await ask('GET', `${event.path}/${row.id}/duplicate`)).body.data
    const made = await ask('POST', event.path, copy)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const asked = await ask('GET', `${questionnaire.path}?query=event_id:${made.body.data.id}`)
    expect(asked.body.data).toMatchObject([{ question: 'Tetap?', kind: 'rating', required: true, sort: kept.sort }])
    expect((await ask('DELETE', event.path, { ids: [row.id] })).status).toBe(200)
    expect((await ask('GET', `${questionnaire.path}/${kept.id}`)).status).toBe(404)
  })
})
