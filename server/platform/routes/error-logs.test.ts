import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorLog, errorLogToken } from '#contract/error-logs.ts'
import { createApp } from '#server/app.ts'
import { errorLogs } from '#server/db/tables/platform.ts'
import { revokeSessions } from '#server/platform/auth/sessions.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'

const apiToken = 'a-token-of-a-deployment'
let test: TestPlatform
let app: ReturnType<typeof createApp>
const lines: string[] = []

beforeAll(async () => {
  test = await testPlatform({ API_TOKEN: apiToken })
  app = createApp({
    ...test.platform,
    log: pino({}, { write: (line) => void (line.includes('a console could not send') && lines.push(line)) }),
  })
})
afterAll(() => test.close())

const report = (
  token: string | null,
  body: object = { message: 'Send failed: rahasia', code: 'window_closed', at: 'chat/send', detail: 'isi pesan' },
) =>
  app.request(errorLog.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== null && { [errorLogToken]: token }) },
    body: JSON.stringify(body),
  })

it('an error log is accepted from a session or a deployment; message and detail are kept out of the log', async () => {
  const { token } = await makePerson(test.platform, [])
  for (const each of [token, apiToken]) expect((await report(each)).status).toBe(200)
  await report(apiToken, { message: 'x', code: 'kode 0812', at: '0812 3456' })
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('"code":"window_closed","at":"chat/send"')
  const kept = await test.platform.database.db.select().from(errorLogs).orderBy(errorLogs.id)
  expect(kept[0]).toMatchObject({ message: 'Send failed: rahasia', code: 'window_closed', at: 'chat/send', detail: 'isi pesan' })
  expect(kept).toHaveLength(3)
  expect(lines.join('')).not.toMatch(/rahasia|isi pesan|0812/)
})

const withBearer = (bearer: string, token: string) =>
  app.request(errorLog.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}`, [errorLogToken]: token },
    body: JSON.stringify({ message: 'Send failed' }),
  })

it('an error log never answers 401, which would sign its sender out', async () => {
  const { token, id } = await makePerson(test.platform, [])
  expect((await withBearer(token, 'a token of another deployment')).status).toBe(200)
  await revokeSessions(test.platform, test.platform.database.db, id)
  const ended = [await report(token), await withBearer(token, token), await withBearer('x', 'y')]
  expect(ended.map(({ status }) => status)).toEqual([403, 403, 403])
})

it('an error log is refused without a valid token, and above the rate limit', async () => {
  for (const token of [null, 'x', `${apiToken}x`, 'a.b.c']) expect((await report(token)).status).toBe(403)
  const { token } = await makePerson(test.platform, [])
  const responses = await Promise.all(Array.from({ length: 61 }, () => report(token)))
  expect(responses.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1)
  expect((await report(apiToken, { message: '' })).status).toBe(422)
})
