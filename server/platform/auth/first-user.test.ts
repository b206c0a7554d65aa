import { afterEach, beforeEach, expect, it } from 'vitest'
import { clientId, demoClientSecret, login, resetPassword } from '#contract/session.ts'
import { createApp } from '#server/app.ts'
import { type TestPlatform, testPassword, testPlatform } from '#tests/support/api.ts'
import { startFirstUser } from './first-user.ts'

let test: TestPlatform
let said: string[]
const start = () => startFirstUser(test.platform, (line) => said.push(line))

beforeEach(async () => {
  said = []
  test = await testPlatform({ ROOT_EMAIL: 'Owner@Lapangan.test' })
})
afterEach(() => test.close())

it('startFirstUser lets the first user in by a link, once', async () => {
  await start()
  const token = /reset-password\?token=(\S+)$/.exec(said[0] ?? '')?.[1]
  const app = createApp(test.platform)
  const post = (path: string, body: object, method = 'POST') =>
    app.request(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  expect(
    (await post(resetPassword.path, { token, password: testPassword, confirm_password: testPassword }, resetPassword.method)).status,
  ).toBe(200)
  const credentials = { username: 'owner@lapangan.test', password: testPassword, client_id: clientId, client_secret: demoClientSecret }
  const session = await (await post(login.path, credentials)).json()
  expect(session).toMatchObject({ roles: ['Root'], permissions: expect.arrayContaining(['delete user']) })
  await start()
  expect(said).toHaveLength(1)
})

it('startFirstUser says what to set when nobody is named, and nothing once there are users', async () => {
  const nobody = await testPlatform()
  await startFirstUser(nobody.platform, (line) => said.push(line))
  await nobody.close()
  expect(said).toEqual([expect.stringMatching(/^lapangan: nobody can sign in yet: set ROOT_EMAIL [^\n]+$/)])
})
