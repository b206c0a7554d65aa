import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keptItems, readKeptItems } from '#contract/sections/other/whatsapp-number.ts'
import { createApp } from '#server/app.ts'
import { messages } from '#server/db/tables/chat.ts'
import { webhookItems } from '#server/db/tables/webhook.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { makeNumber } from '#tests/support/chat.ts'
import { type CloudApi, cloudAccount, startCloudApi } from '#tests/support/cloud-api.ts'
import { requestAs } from '#tests/support/request.ts'
import { kinds } from '../whatsapp/kinds.ts'
import { readAgain } from './kept.ts'

let test: TestPlatform
let cloud: CloudApi
let app: ReturnType<typeof createApp>
beforeAll(async () => {
  cloud = await startCloudApi()
  test = await testPlatform({ CHAT_CLOUD_URL: cloud.url })
  app = createApp(test.platform)
  await makeNumber(test.platform, { channel: 'cloud', ...cloudAccount })
})
afterAll(async () => {
  await test.close()
  await cloud.close()
})

it('a message of a new kind is read again once its kind is known, and its line becomes the message', async () => {
  const { db } = test.platform.database
  const message = { from: '628130009911', id: 'wamid.new', timestamp: '1795830000', type: 'hologram', hologram: { body: 'Halo' } }
  await cloud.call(app, cloud.about({ messages: [message] }))
  const root = requestAs(app, await makePerson(test.platform, [], 'Root', true))
  const listed = await root('GET', keptItems.path)
  expect(listed.body.data).toMatchObject([{ field: 'messages', kind: 'hologram', outcome: 'unknown' }])
  const other = requestAs(app, await makePerson(test.platform, ['get whatsapp-number', 'update whatsapp-number']))
  expect([(await other('GET', keptItems.path)).status, (await other('POST', readKeptItems.path)).status]).toEqual([403, 403])
  expect(await readAgain(test.platform)).toBe(0)
  const known: Record<string, unknown> = kinds
  known.hologram = { read: () => ({ kind: 'text', content: 'Halo dari hologram' }), isUnread: true, opensWindow: true }
  try {
    expect([await readAgain(test.platform), await readAgain(test.platform)]).toEqual([1, 0])
  } finally {
    delete known.hologram
  }
  const stored = await db.select().from(messages).orderBy(asc(messages.id))
  expect(stored).toMatchObject([{ content: 'Halo dari hologram', details: null }])
  expect((await db.select().from(webhookItems)).map(({ outcome }) => outcome)).toEqual(['room'])
})
