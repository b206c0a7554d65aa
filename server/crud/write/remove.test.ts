/** Refusals explain themselves in message and fields; those of a delete have one shape. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toRecord } from '#contract/kit/field/guards.ts'
import { missingValue } from '#contract/kit/field/problem.ts'
import { sectionCalls } from '#contract/kit/section/section-calls.ts'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { category } from '#contract/sections/content/category.ts'
import { memberCuti } from '#contract/sections/member/member-cuti.ts'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { createApp } from '#server/app.ts'
import { forYous } from '#server/db/tables/content.ts'
import { startDemo } from '#server/demo/start.ts'
import { sharedSchemas } from '#server/platform/routes/openapi-schemas.ts'
import { makePerson, type TestPlatform } from '#tests/support/api.ts'
import { demoPlatform } from '#tests/support/demo.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { allSections } from '#tests/support/sections.ts'

let test: TestPlatform
let ask: TestRequest
beforeAll(async () => {
  test = await demoPlatform()
  await startDemo(test.platform)
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, [], 'Root', true))
})
afterAll(() => test.close())

describe('a delete that is refused', () => {
  it('has the same entries for one record as for two, and the message of the first', async () => {
    const { data } = (await ask('GET', `${campaign.path}?size=100&sort=id`)).body
    const [a, b] = data.filter(({ leads }: { leads: number }) => leads > 0)
    const one = await ask('DELETE', campaign.path, { ids: [a.id] })
    const two = await ask('DELETE', campaign.path, { ids: [a.id, b.id] })
    expect([one.status, two.status]).toEqual([422, 200])
    for (const { body } of [one, two]) {
      expect(body).toMatchObject({ message: body.failed_entities[0].message, success_entities: [] })
      expect(body.failed_entities[0]).toMatchObject({
        id: a.id,
        ref: a.ref,
        message: expect.stringContaining('is still used'),
        reason: { code: 'in_use' },
      })
    }
    expect(two.body.failed_entities).toHaveLength(2)
  })

  it('has them of what is not there, and of another version', async () => {
    const gone = await ask('DELETE', campaign.path, { ids: [987_654] })
    expect(gone).toMatchObject({ status: 404, body: { success_entities: [], failed_entities: [{ id: 987_654, message: 'not found' }] } })
    const [row] = (await ask('GET', campaign.path)).body.data
    const stale = await ask('DELETE', campaign.path, { ids: [row.id] }, { 'If-Match': '"999"' })
    expect(stale).toMatchObject({
      status: 412,
      body: { current: { id: row.id }, failed_entities: [{ id: row.id, current: { id: row.id } }] },
    })
    const { properties } = toRecord(sharedSchemas.Problem)
    const entry = toRecord(toRecord(toRecord(toRecord(properties).failed_entities).items).properties)
    for (const { body } of [gone, stale]) {
      expect(toRecord(properties), 'OpenAPI declares all of it').toMatchObject(
        Object.fromEntries(Object.keys(body).map((name) => [name, {}])),
      )
      expect(Object.keys(entry)).toEqual(expect.arrayContaining(Object.keys(body.failed_entities[0])))
    }
  })

  it.each(
    allSections.flatMap((section) =>
      sectionCalls(section).flatMap((call) =>
        call.removal && call.removal.by !== 'path' ? [[call.name, call.path, call.removal.by] as const] : [],
      ),
    ),
  )('%s without ids says that they are missing', async (_, path, key) => {
    for (const body of [{}, [], { [key]: [] }]) {
      const { status, body: problem } = await ask('DELETE', path, body)
      expect([status, problem.message]).toEqual([422, `${key}: Name the records to delete by a list of their ids`])
    }
  })
})

describe('what cannot be done now', () => {
  it('a popup that is pending is not shown or hidden', async () => {
    const [first] = await test.platform.database.db.select().from(forYous).limit(1)
    if (!first) throw new Error('no popup')
    await test.platform.database.db.update(forYous).set({ is_show: true, campaign_start: '2090-01-01T00:00:00Z', campaign_end: null })
    const { status, body } = await ask('PUT', '/content/in/v2/for-you/show-hide', { id: first.id, is_show: false })
    expect([status, body.message]).toEqual([422, 'This cannot be done while it is PENDING.'])
  })

  it('categories of two models do not change places', async () => {
    const of = async (model: string) => (await ask('GET', `${category.path}?query=model:${model}`)).body.data[0].id
    const { status, body } = await ask('PUT', `${category.path}/swap-sequence`, { from: await of('faq'), to: await of('education') })
    expect([status, body.message]).toEqual([422, 'Both must be of one model: one is faq, the other education.'])
    expect(body.fields.to.message).toBe(body.message)
  })

  it('a leave is not stopped twice, and lasts 90 days at most', async () => {
    const [planned] = (await ask('GET', `${memberCuti.path}?query=status:planned`)).body.data
    expect((await ask('GET', `${memberCuti.path}/${planned.id}/stop`)).status).toBe(200)
    const again = await ask('GET', `${memberCuti.path}/${planned.id}/stop`)
    expect([again.status, again.body.message]).toEqual([422, 'This cannot be done while it is stopped.'])
    const start = addDays(wibDay(new Date()), 1)
    const long = await ask('POST', memberCuti.path, { member_id: 1, product: 'EMV', start, end: addDays(start, 90) })
    expect([long.status, long.body.message]).toEqual([422, 'end: Leave is at most 90 days long'])
  })
})

it('an absent value is requested in correct words', () => {
  const say = (name: string, kind: 'flag' | 'secret' | 'text') => missingValue(name, { kind }).message
  expect(say('is_show', 'flag')).toBe('Set is_show to true or false')
  expect(say('confirm_password', 'secret')).toBe('Enter the password again')
  expect(say('bank_name', 'text')).toBe('Enter a bank name')
})
