import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as account from '#contract/account.ts'
import { languages } from '#contract/choices/languages.ts'
import { user as userSection } from '#contract/sections/auth/user.ts'
import { clientId, demoClientSecret, login, loginConfirm, loginSetup, resetPassword } from '#contract/session.ts'
import { createApp } from '#server/app.ts'
import { jobs } from '#server/db/tables/jobs.ts'
import { roles, userRoles, users } from '#server/db/tables/people.ts'
import { makePerson, type Person, type TestPlatform, testPassword, testPlatform } from '#tests/support/api.ts'
import { readMails } from '#tests/support/mails.ts'
import { formOf } from '#tests/support/pictures.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { codeOf } from '#tests/support/totp.ts'
import { createRunner } from '../jobs/runner.ts'
import { type AccountChange, accountMailJob } from './account-mail.ts'
import { sendResetLink } from './password-reset.ts'

let test: TestPlatform
let app: Hono
let root: TestRequest
beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  root = requestAs(app, await makePerson(test.platform, [], 'Root', true))
})
afterAll(() => test.close())

const chosen = 'bridge over seven rivers'
const anyone = () => requestAs(app, { id: 0, ref: '', email: '', token: '' })

const ofUser = ({ id }: Person) => `${userSection.path}/${id}`
async function edit(person: Person, values: Readonly<Record<string, string>>): Promise<void> {
  const form = formOf(values)
  expect((await root('PUT', ofUser(person), form, { 'Update-Mask': Object.keys(values).join(',') })).status).toBe(200)
}

async function setUp(person: Person): Promise<string> {
  const ask = requestAs(app, person)
  const { uri } = (await ask('POST', account.setUpSecondFactor.path, { password: testPassword })).body
  expect((await ask('PUT', account.confirmSecondFactor.path, { code: codeOf(uri) })).status).toBe(200)
  return uri
}

async function setUpAtSignIn(person: Person): Promise<void> {
  const { db } = test.platform.database
  const [held] = await db.select({ id: userRoles.role_id }).from(userRoles).where(eq(userRoles.user_id, person.id))
  await db
    .update(roles)
    .set({ requires_second_factor: true })
    .where(eq(roles.id, held?.id ?? 0))
  const who = { username: person.email, password: testPassword, client_id: clientId, client_secret: demoClientSecret }
  const challenge = (await anyone()('POST', login.path, who)).body.challenge.token
  const { uri } = (await anyone()('POST', loginSetup.path, { challenge })).body
  expect((await anyone()(loginConfirm.method, loginConfirm.path, { challenge, code: codeOf(uri) })).status).toBe(200)
}

/** Uses a mailed link to choose a password. */
async function reset(person: Person): Promise<void> {
  await sendResetLink(test.platform, { ...person, name: 'Sari' })
  const mails = await readMails(test.platform.settings.dataDir)
  const [, token = ''] = /reset-password\?token=([\w-]+)/.exec(mails.find((mail) => mail.includes(person.email)) ?? '') ?? []
  const body = { token, password: chosen, confirm_password: chosen }
  expect((await anyone()('POST', resetPassword.path, body)).status).toBe(200)
}

const queued = async ({ id }: Person) => {
  const rows = await test.platform.database.db
    .select({ input: jobs.input })
    .from(jobs)
    .where(eq(jobs.kind, accountMailJob.name))
    .orderBy(jobs.id)
  return rows.flatMap(({ input }) => (input.user === id ? [[input.change, input.to]] : []))
}

type Way = (person: Person) => Promise<unknown>
const remove = account.removeSecondFactor
const ways: [string, Way, AccountChange[]][] = [
  [
    'their owner changes the password',
    (one) =>
      requestAs(app, one)('PUT', account.changePassword.path, { old_password: testPassword, password: chosen, confirm_password: chosen }),
    ['password'],
  ],
  ['a mailed link does', reset, ['password']],
  ['an admin sets a password', (one) => edit(one, { password: chosen }), ['password']],
  ['a second factor is set up', setUp, ['factor-on']],
  ['it is set up at sign-in', setUpAtSignIn, ['factor-on']],
  [
    'recovery codes are renewed',
    async (one) => [
      await setUp(one),
      await requestAs(app, one)(account.renewRecoveryCodes.method, account.renewRecoveryCodes.path, { password: testPassword }),
    ],
    ['factor-on', 'codes'],
  ],
  [
    'it is removed',
    async (one) => [await setUp(one), await requestAs(app, one)(remove.method, remove.path, { password: testPassword })],
    ['factor-on', 'factor-off'],
  ],
  [
    'an admin removes it',
    async (one) => [await setUp(one), await root('DELETE', `${ofUser(one)}/second-factor`)],
    ['factor-on', 'factor-off'],
  ],
]

it.each(ways)('the owner of an account is told when %s', async (_, change, expected) => {
  const person = await makePerson(test.platform, [])
  await change(person)
  expect(await queued(person)).toEqual(expected.map((each) => [each, person.email]))
})

it('a new address is told to the old one as well, and nothing of the new one stands there', async () => {
  const person = await makePerson(test.platform, [])
  const fresh = `baru.${person.email}`
  await edit(person, { email: fresh })
  expect(await queued(person)).toEqual([
    ['address', person.email],
    ['address', fresh],
  ])
  await createRunner(test.platform, [accountMailJob]).idle()
  const mails = (await readMails(test.platform.settings.dataDir)).filter((mail) => mail.includes(`<${person.email}>`))
  expect(mails).toHaveLength(1)
  expect(mails[0]).not.toContain(fresh)
})

it('what changes nothing of the kind is told to nobody, nor is the first password of an invitation', async () => {
  const { db } = test.platform.database
  const person = await makePerson(test.platform, [])
  await edit(person, { phone: '6281200000009' })
  await edit(person, { email: person.email })
  const wrong = { old_password: 'not this one', password: chosen, confirm_password: chosen }
  await requestAs(app, person)('PUT', account.changePassword.path, wrong)
  await db.update(users).set({ password_hash: null }).where(eq(users.id, person.id))
  await reset(person)
  expect(await queued(person)).toEqual([])
})

it.each(languages)('the mail is in the language of the account: %s', async (language) => {
  const person = await makePerson(test.platform, [])
  await test.platform.database.db.update(users).set({ language }).where(eq(users.id, person.id))
  await edit(person, { password: chosen })
  await createRunner(test.platform, [accountMailJob]).idle()
  const [mail] = (await readMails(test.platform.settings.dataDir)).filter((each) => each.includes(`<${person.email}>`))
  expect(mail).toContain(`<html lang="${language}"`)
})
