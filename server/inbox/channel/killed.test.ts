/** A server process that dies at the worst moment: the provider has the message, and it is not recorded. */
import { readdirSync, statSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Message } from '#contract/chat/messages.ts'
import { chatPlatform as section } from '#contract/sections/sales/chat-platform.ts'
import { openDatabase } from '#server/db/open.ts'
import { createPlatform } from '#server/platform/create.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { makePerson } from '#tests/support/api.ts'
import { makeNumber, makeRoom } from '#tests/support/chat.ts'
import { type CloudApi, cloudAccount, startCloudApi } from '#tests/support/cloud-api.ts'
import { startServer } from '#tests/support/server.ts'
import type { RunningServer } from '#tests/support/server-process.ts'
import { unknownReason } from './delivery.ts'

/** Milliseconds: three starts of a whole server on a busy machine. */
const patience = 240_000
let folder = ''
let cloud: CloudApi
let server: RunningServer
let token = ''
let room = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lapangan-killed-'))
  cloud = await startCloudApi()
  const database = await openDatabase({ dataDir: folder })
  const platform = await createPlatform(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent' }), database)
  token = (await makePerson(platform, ['get crm', 'update crm'], 'Support')).token
  room = (await makeRoom(platform, await makeNumber(platform, { channel: 'cloud', ...cloudAccount }))).ref
  await database.close()
  await writeFile(join(folder, 'of-before'), 'x')
  await chmod(join(folder, 'of-before'), 0o644)
  const env = { DEMO: 'false', LOG_LEVEL: 'warn', CHAT_CLOUD_URL: cloud.url }
  server = await startServer({ dataDir: folder, fromSources: true, env, readyWithin: patience })
}, patience)
afterAll(async () => {
  await server.dispose()
  await cloud.close()
  await rm(folder, { recursive: true, force: true })
})

const headers = () => ({ authorization: `Bearer ${token}` })

async function send(content: string): Promise<Message> {
  const body = new FormData()
  body.append('room', room)
  body.append('content', content)
  const response = await fetch(`${server.url}${section.path}/send-message`, { method: 'POST', headers: headers(), body })
  return (await response.json()).data
}

async function ours(): Promise<Message[]> {
  const response = await fetch(`${server.url}${section.path}/conversation/${room}`, { headers: headers() })
  const { messages }: { messages: Message[] } = await response.json()
  return messages.filter(({ is_admin }) => is_admin)
}

/** Returns our messages as the console shows them. */
const shown = async () => (await ours()).map(({ content, status, failure }) => [content, status, failure])
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: patience, interval: 50 })

it('a killed server sends nothing twice, and marks messages without a recorded response as unknown', {
  timeout: patience,
}, async () => {
  const killed = new Promise<void>((done) => {
    cloud.taken = async () => {
      await server.kill()
      done()
    }
  })
  const { ref } = await send('satu')
  await killed
  cloud.taken = async () => undefined
  await server.restart()
  await until(async () => expect(await shown()).toEqual([['satu', 'failed', unknownReason]]))
  await send('dua')
  await until(async () => expect((await shown())[1]).toEqual(['dua', 'sent', null]))
  expect(cloud.sent.map(({ text }) => text.body)).toEqual(['satu', 'dua'])

  const [first] = cloud.sent
  const state = { id: first?.id, status: 'sent', timestamp: '1700000000', biz_opaque_callback_data: ref }
  const app = { request: (path: string, init: RequestInit) => fetch(server.url + path, init) }
  expect((await cloud.call(app, cloud.about({ statuses: [state] }))).status).toBe(200)
  expect((await shown())[0], 'the provider knows better').toEqual(['satu', 'sent', null])
  await server.restart()
  await until(async () =>
    expect((await shown()).map(([content, status]) => [content, status])).toEqual([
      ['satu', 'sent'],
      ['dua', 'sent'],
    ]),
  )
  expect(cloud.sent).toHaveLength(2)
})

it('a killed server leaves its folder closed to others on the machine', () => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter((path) => statSync(path).mode & 0o077)).toEqual([])
})
