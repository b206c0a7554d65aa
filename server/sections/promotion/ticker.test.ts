import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ticker } from '#contract/sections/promotion/ticker.ts'
import { createApp } from '#server/app.ts'
import { tickerRuns } from '#server/db/tables/promotion.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const { path } = ticker
const logs = '/console/in/v1/ticker-log'
let test: TestPlatform
let person: Person
let ask: TestRequest

beforeAll(async () => {
  test = await testPlatform()
  person = await makePerson(test.platform, ['get promotion', 'create promotion', 'update promotion', 'delete promotion'])
  ask = requestAs(createApp(test.platform), person)
})
afterAll(() => test.close())

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

async function made(values: Readonly<Record<string, unknown>> = {}) {
  const body = { text: 'IHSG ditutup menguat', start: inMinutes(-60), end: inMinutes(10), ...values }
  const { status, body: answer } = await ask('POST', path, body)
  expect(status, JSON.stringify(answer)).toBe(201)
  return answer.data
}

const runs = async (id: number) => (await ask('GET', `${logs}/${id}`)).body.data
const runtime = async (id: number | string): Promise<number> => (await ask('GET', `${logs}/${id}/runtime`)).body.TotalRuntime

describe('TotalRuntime', () => {
  /** On 08:00–08:30 and from 09:00, window 08:10–09:20, read at 09:10. */
  it('is the seconds on within the window, to now', async () => {
    const { id, ref } = await made({ is_active: false })
    const at = (on: number, off: number | null) => ({ ticker_id: id, on_at: inMinutes(on), off_at: off === null ? null : inMinutes(off) })
    await test.platform.database.db.insert(tickerRuns).values([at(-70, -40), at(-10, null)])
    const total = await runtime(ref)
    expect(total).toBeGreaterThanOrEqual(1_800)
    expect(total).toBeLessThan(1_810)
    expect((await ask('GET', `${path}/${id}`)).body.data.run_time - total).toBeLessThan(10)
    expect(Math.floor((await runs(id))[1].seconds / 10)).toBe(120)
  })

  it('is nothing before the window, and ends with it', async () => {
    expect(await runtime((await made({ start: inMinutes(5) })).id)).toBe(0)
    const over = await made({ end: inMinutes(-30), is_active: false })
    await test.platform.database.db.insert(tickerRuns).values({ ticker_id: over.id, on_at: inMinutes(-90) })
    expect(Math.round((await runtime(over.id)) / 10)).toBe(180)
    expect((await ask('GET', `${logs}/999999/runtime`)).status).toBe(404)
  })
})

it('a ticker is switched by a GET, and each time it was on is in its log with who did it', async () => {
  const { id } = await made()
  const [first] = await runs(id)
  expect(first).toMatchObject({ on_by: expect.stringContaining('Person'), off_at: null, off_by: null })
  expect((await ask('GET', `${path}/${id}/toggle`)).body.data).toMatchObject({ is_active: false, version: 2 })
  expect(await runs(id)).toMatchObject([{ id: first.id, off_at: expect.any(String), off_by: first.on_by }])
  expect((await ask('GET', `${path}/${id}/toggle`)).body.data).toMatchObject({ is_active: true })
  expect(await runs(id)).toMatchObject([{ off_at: null }, { id: first.id }])
  const { data } = (await ask('PUT', `${path}/${id}`, { is_active: false }, { 'Update-Mask': 'is_active' })).body
  expect(data.is_active).toBe(false)
  expect((await runs(id)).filter((run: { off_at: string | null }) => run.off_at === null)).toEqual([])
})

it('tickers and their log are listed without a total', async () => {
  const { id } = await made()
  for (const list of [path, `${path}?page=99`, `${logs}/${id}`]) {
    const { body } = await ask('GET', list)
    expect(body).toMatchObject({ data: expect.any(Array), page_size: 10, total_page: expect.any(Number) })
    expect(body).not.toHaveProperty('total_record')
  }
})

it('a ticker is deleted by texts, and refuses HTML, too long a text and an end before the start', async () => {
  const { id } = await made()
  expect((await ask('DELETE', path, { id: [String(id)] })).body.success_entities).toMatchObject([{ id }])
  expect((await ask('GET', `${logs}/${id}`)).status).toBe(404)
  const bad = { text: '<marquee onstart=x()>a</marquee>', start: inMinutes(5), end: inMinutes(-5), link: 'javascript:x()' }
  expect((await ask('POST', path, bad)).body.fields).toMatchObject({
    text: { code: 'html' },
    end: { code: 'before_start' },
    link: { code: 'url' },
  })
  const long = await ask('POST', path, { text: 'x'.repeat(201), start: inMinutes(0), end: inMinutes(1) })
  expect(long.body.fields).toMatchObject({ text: { code: 'max_length' } })
})
