import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wibDay } from '#contract/lib/wib.ts'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { createApp } from '#server/app.ts'
import { campaigns } from '#server/db/tables/crm.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let ask: TestRequest
beforeAll(async () => {
  test = await testPlatform()
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, ['get event', 'create event', 'update event']))
})
afterAll(() => test.close())

it('a campaign is ended after its last day, and goes on when the end is moved', async () => {
  const today = wibDay(new Date())
  const made = await ask('POST', campaign.path, { name: 'Iklan', channel: 'ads', status: 'active', start: '2026-01-01', end: today })
  const { id } = made.body.data
  const found = async (query: string) => (await ask('GET', `${campaign.path}?${query}`)).body.total_record
  expect([made.body.data.status, await found('status=ended')]).toEqual(['active', 0])
  await test.platform.database.db.update(campaigns).set({ end: sql`${campaigns.end} - 1` })
  expect((await ask('GET', `${campaign.path}/${id}`)).body.data.status).toBe('ended')
  const moved = await ask('PUT', `${campaign.path}/${id}`, { end: today }, { 'Update-Mask': 'end' })
  expect(moved.body.data.status).toBe('active')
})
