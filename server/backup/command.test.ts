import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/db/open.ts'
import { pushSubscriptions } from '#server/db/tables/alerts.ts'
import { securityEvents } from '#server/db/tables/platform.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  hasSecondFactor,
  recoveryCodesLeft,
  takeCode,
} from '#server/platform/auth/second-factor.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { createPlatform } from '#server/platform/create.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { vapidOf } from '#server/push/vapid.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs } from '#tests/support/request.ts'
import { codeOf } from '#tests/support/totp.ts'
import { runBackup } from './command.ts'
import { renewAccess } from './renew-access.ts'

let test: TestPlatform
let person: Person
let said: string[]
beforeEach(async () => {
  said = []
  test = await testPlatform()
  const { platform } = test
  person = await makePerson(platform, ['get bank'])
  const { uri } = await beginSecondFactor(platform, platform.database.db, person)
  await confirmSecondFactor(platform, platform.database.db, person, codeOf(uri))
  const jti = await platform.tokens.verify(person.token)
  await platform.database.db
    .insert(pushSubscriptions)
    .values({ user_id: person.id, jti, endpoint: 'https://push.example.com/1', p256dh: 'x', auth: 'x' })
})
afterEach(() => test.close())

/** The platform after a start with these settings. */
const restarted = (settings: Partial<Settings> = {}) => createPlatform({ ...test.platform.settings, ...settings }, test.platform.database)
const otherKey = { secretKey: 'the key of another installation, as long' }
const run = (asked: string[], databaseUrl: string | null) =>
  runBackup(asked, { ...test.platform.settings, ...otherKey, databaseUrl }, (line) => said.push(line))

it('a renewal ends sessions, alerts and recovery codes, and makes new secrets', async () => {
  const { database } = test.platform
  const { publicKey } = await vapidOf(test.platform)
  expect(await renewAccess(database)).toEqual({ sessions: 1, links: 0, codes: 10 })
  const platform = await restarted()
  expect((await requestAs(createApp(platform), person)('GET', '/admin/in/v1/me')).status).toBe(401)
  expect((await vapidOf(platform)).publicKey).not.toBe(publicKey)
  expect([await recoveryCodesLeft(database.db, person.id), await database.db.$count(pushSubscriptions)]).toEqual([0, 0])
  // With the key, the app's codes stay valid.
  expect(await hasSecondFactor(database.db, person.id)).toBe(true)
  expect(await database.db.$count(securityEvents, eq(securityEvents.event, 'restored'))).toBe(1)
})

it('a start with another key is refused in one line, until the old secrets are dropped', async () => {
  await expect(restarted(otherKey)).rejects.toThrow(
    /^the secrets of the database were encrypted with another key: [^\n]* renew --key-lost$/,
  )
  await renewAccess(test.platform.database)
  await restarted(otherKey)
})

it('the command renews the database of a folder: no recovery code is valid, spent or not', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lapangan-renew-'))
  const settings = { ...test.platform.settings, dataDir }
  const use = async <T>(work: (platform: Platform) => Promise<T>): Promise<T> => {
    const database = await openDatabase({ dataDir })
    return createPlatform(settings, database)
      .then(work)
      .finally(() => database.close())
  }
  const before = await use(async (platform) => {
    const { db } = platform.database
    const owner = await makePerson(platform, ['get bank'])
    const { uri } = await beginSecondFactor(platform, db, owner)
    const [spent = '', left = ''] = await confirmSecondFactor(platform, db, owner, codeOf(uri))
    expect(await takeCode(platform, db, owner.id, spent)).toBe('recovery')
    return { owner, codes: [spent, left], key: (await vapidOf(platform)).publicKey }
  })
  await runBackup(['renew'], settings, (line) => said.push(line))
  expect(said).toEqual([
    'Everybody signs in again: 1 sessions and 0 links to choose a password were ended',
    '9 recovery codes do not count any more: their owners make new ones',
  ])
  await use(async (platform) => {
    for (const code of before.codes) await expect(takeCode(platform, platform.database.db, before.owner.id, code)).rejects.toThrow()
    expect((await requestAs(createApp(platform), before.owner)('GET', '/admin/in/v1/me')).status).toBe(401)
    expect((await vapidOf(platform)).publicKey).not.toBe(before.key)
  })
  await runBackup(['renew', '--key-lost'], { ...settings, ...otherKey }, (line) => said.push(line))
  expect(said.slice(2)).toEqual([
    expect.stringMatching(/ 0 sessions and 0 links /),
    expect.stringMatching(/^1 second factors were turned off/),
  ])
  await rm(dataDir, { recursive: true })
})

it('incompatible arguments are reported', async () => {
  await expect(run(['restore', 'file'], 'postgres://host/name')).rejects.toThrow('pg_restore, and then npm run backup -- renew')
  await expect(run(['restore'], null)).rejects.toThrow('name the file to restore')
})

/** The embedded database belongs to the process that opened it. */
it.runIf(process.env.TEST_DATABASE_URL)('the command renews a Postgres, and turns off second factors whose key is lost', async () => {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  const { database } = test.platform
  const { rows } = await database.db.execute<{ name: string }>(sql`select current_database() as name`)
  url.pathname = `/${rows[0]?.name}`
  await run(['renew', '--key-lost'], url.href)
  expect(said).toEqual([
    'Everybody signs in again: 1 sessions and 0 links to choose a password were ended',
    '10 recovery codes do not count any more: their owners make new ones',
    expect.stringMatching(/^1 second factors were turned off/),
  ])
  expect(await hasSecondFactor(database.db, person.id)).toBe(false)
  await restarted(otherKey)
})
