/** A stolen backup gives no access, neither to the running server nor after a restore. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import webPush from 'web-push'
import { imageLoader } from '#contract/image-loader.ts'
import { clientId, demoClientSecret, login, loginCode, loginSetup, me, validateResetPassword } from '#contract/session.ts'
import { syncHeaders } from '#contract/sync.ts'
import { createApp } from '#server/app.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { roles, userRoles, users } from '#server/db/tables/people.ts'
import { meta, recoveryCodes, sessions } from '#server/db/tables/platform.ts'
import { sendInvitation } from '#server/platform/auth/password-reset.ts'
import { beginSecondFactor, confirmSecondFactor } from '#server/platform/auth/second-factor.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { createPlatform } from '#server/platform/create.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { vapidOf } from '#server/push/vapid.ts'
import { makePerson, type Person, testPassword } from '#tests/support/api.ts'
import { codeOf } from '#tests/support/totp.ts'
import { backup, restore } from './archive.ts'
import { unpackFolders } from './tar.ts'

let root: string
let dataDir: string
let archive: string
let bytes: Buffer
let platform: Platform
let app: Hono

/** Plain secrets of an earlier version, and a session from it. */
const old = { secret: randomBytes(48), vapid: webPush.generateVAPIDKeys(), jti: randomUUID(), token: '' }
const people: Record<'root' | 'factor' | 'setup', Person> = { root: none(), factor: none(), setup: none() }
const factor = { uri: '', codes: [''] }
let link = ''
const mutation = { key: randomUUID(), body: { name: 'Saved before the backup', permissions: [] } }

function none(): Person {
  return { id: 0, ref: '', email: '', token: '' }
}

async function open(): Promise<void> {
  const settings = readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    SIGN_IN_ATTEMPTS: '100000',
    TRUST_PROXY: 'true',
  })
  platform = await createPlatform(settings, await openDatabase({ dataDir }))
  app = createApp(platform)
}

async function stop(): Promise<void> {
  platform.background.stop()
  await platform.background.settled()
  await platform.database.close()
}

let places = 0
const send = (path: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}) =>
  app.request(path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', 'X-Forwarded-For': `2001:db8:${(places++).toString(16)}::1`, ...headers },
  })
const post = ({ path, method }: { path: string; method: string }, body: unknown) => send(path, method, body)
const isLetIn = async (token: string) => (await send(me.path, 'GET', undefined, { authorization: `Bearer ${token}` })).status === 200
const signIn = (email: string) =>
  post(login, { username: email, password: testPassword, client_id: clientId, client_secret: demoClientSecret })
const challengeOf = async (email: string): Promise<unknown> => (await (await signIn(email)).json()).challenge.token

const forged = (secret: Uint8Array, subject: string, jti: string, exp: number, audience?: string, claims = {}) => {
  const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setIssuer('lapangan').setSubject(subject)
  if (audience) token.setAudience(audience)
  else token.setJti(jti)
  return token.setIssuedAt().setExpirationTime(exp).sign(secret)
}
const soon = () => Math.floor(Date.now() / 1000) + 3_600

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'lapangan-stolen-'))
  dataDir = join(root, 'data')
  archive = join(root, 'stolen.tar.gz')
  const database = await openDatabase({ dataDir })
  await storeAsBefore(database)
  await database.close()

  await open()
  people.root = await makePerson(platform, [], 'Root', true)
  people.factor = await makePerson(platform, ['get bank'])
  people.setup = await makePerson(platform, ['get bank'])
  factor.uri = (await beginSecondFactor(platform, platform.database.db, people.factor)).uri
  factor.codes = await confirmSecondFactor(platform, platform.database.db, people.factor, codeOf(factor.uri))
  await platform.database.db.execute(sql`update roles set requires_second_factor = true
    where id = (select role_id from user_roles where user_id = ${people.setup.id})`)
  link = await sendInvitation(platform, { id: people.root.id, name: 'Root', email: people.root.email })
  await vapidOf(platform)
  await saveOnce()
  await stop()
  await backup(dataDir, archive)
  bytes = gunzipSync(readFileSync(archive))
  await open()
})
afterAll(async () => {
  await stop()
  rmSync(root, { recursive: true })
})

/** Stores rows of an earlier version: plain secrets, which the planner's statistics contain, too, and the raw session id. */
async function storeAsBefore({ db }: Database): Promise<void> {
  await db.insert(meta).values([
    { name: 'token_secret', value: old.secret.toString('base64') },
    { name: 'vapid', value: `${old.vapid.publicKey} ${old.vapid.privateKey}` },
  ])
  const [user] = await db.insert(users).values({ name: 'Lama', email: 'lama@lapangan.test' }).returning()
  const [role] = await db.insert(roles).values({ name: 'Lama' }).returning()
  if (!user || !role) throw new Error('not stored')
  await db.insert(userRoles).values({ user_id: user.id, role_id: role.id })
  await db.insert(sessions).values({ jti: old.jti, user_id: user.id, expires_at: new Date(soon() * 1000).toISOString() })
  await db.execute(sql`analyze`)
  // That version's upgrade replaced session ids by digests.
  await db.execute(sql`update sessions set jti = left(encode(sha256(convert_to(jti::text, 'UTF8')), 'hex'), 32)::uuid`)
  old.token = await forged(old.secret, user.ref, old.jti, soon())
}

/** The same change and key, as repeated by a device without the response. */
async function saveOnce() {
  const token = await platform.tokens.issue(people.root)
  const headers = { authorization: `Bearer ${token}`, [syncHeaders.key]: mutation.key }
  return (await send('/admin/in/v1/roles', 'POST', mutation.body, headers)).status
}

/** Returns all texts of all tables, also nested ones. */
async function textsOf({ db }: Database): Promise<string[]> {
  const found = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') found.add(value)
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) collect(each)
  }
  const tables = await db.execute<{ name: string }>(sql`select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  for (const { name } of tables.rows) {
    const { rows } = await db.execute<{ row: unknown }>(sql.raw(`select to_jsonb(t) as row from ${name} t`))
    collect(rows)
  }
  return [...found]
}

interface Loot {
  texts: string[]
  secrets: Uint8Array[]
  sessions: { jti: string; user: string }[]
  users: { ref: string; hash: string }[]
}

async function openLoot(): Promise<Loot> {
  const stolen = join(root, 'stolen')
  await unpackFolders(Readable.from([bytes]), stolen)
  const database = await openDatabase({ dataDir: stolen })
  try {
    const { db } = database
    const values = (await db.select().from(meta)).flatMap(({ value }) => [value, ...value.split(' ')])
    const ways = [
      (value: string) => Buffer.from(value),
      ...(['base64', 'base64url'] as const).map((way) => (value: string) => Buffer.from(value, way)),
    ]
    return {
      texts: await textsOf(database),
      secrets: ways.flatMap((way) => values.map(way)).filter(({ length }) => length > 0),
      sessions: (
        await db.execute<{ jti: string; user: string }>(sql`select jti, u.ref as user from sessions join users u on u.id = user_id`)
      ).rows,
      users: (await db.execute<{ ref: string; hash: string }>(sql`select ref, password_hash as hash from users`)).rows,
    }
  } finally {
    await database.close()
  }
}

it('a stolen backup signs in nobody on the running server, by none of its contents', async () => {
  const loot = await openLoot()
  expect(loot.sessions.length).toBeGreaterThanOrEqual(4)
  const tokens = [...loot.texts]
  const keys = [...loot.texts]
  const challenges = [...loot.texts]
  for (const secret of loot.secrets) {
    const digest = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
    for (const { jti, user } of loot.sessions) {
      tokens.push(await forged(secret, user, jti, soon()))
      keys.push(`${jti}.${digest(`image-loader ${jti}`).slice(0, 40)}`)
    }
    for (const { ref, hash } of loot.users)
      for (const needs of ['setup', 'code'])
        challenges.push(await forged(secret, ref, '', soon(), 'challenge', { needs, mark: digest(`challenge ${hash}`).slice(0, 24) }))
  }
  const opened: unknown[] = []
  const note = (way: string, what: string, isOpen: boolean) => isOpen && opened.push([way, what])
  for (const token of tokens) note('token', token, /^[\w.+/=-]+$/.test(token) && (await isLetIn(token)))
  for (const key of keys)
    note(
      'picture',
      key,
      (await send(`${imageLoader.path}?${new URLSearchParams({ url: '/files/x', key: key.slice(0, 200) })}`)).status !== 401,
    )
  for (const token of loot.texts)
    note('link', token, (await send(`${validateResetPassword.path}?${new URLSearchParams({ token: token.slice(0, 200) })}`)).status === 200)
  for (const challenge of challenges) note('setup', challenge, (await post(loginSetup, { challenge })).status === 200)
  const challenge = await challengeOf(people.factor.email)
  for (const code of loot.texts) note('code', code, (await post(loginCode, { challenge, code: code.slice(0, 40) })).status === 200)
  expect(opened).toEqual([])
})

it('no file of a backup has a plain secret, although an earlier version stored them so', () => {
  const [, , signature = ''] = old.token.split('.')
  const held = [
    old.secret.toString('base64'),
    old.vapid.privateKey,
    readFileSync(join(dataDir, 'secret.key'), 'utf8').trim(),
    factor.uri.match(/secret=(\w+)/)?.[1] ?? 'no secret',
    link.split('token=')[1] ?? 'no token',
    ...factor.codes,
    signature,
  ].filter((secret) => bytes.includes(secret))
  expect(held).toEqual([])
})

it('an installation of an earlier version keeps its sessions, push keys and recovery codes', async () => {
  expect(await isLetIn(old.token)).toBe(true)
  expect(await vapidOf(platform)).toMatchObject(old.vapid)
  const { db } = platform.database
  const [spent = ''] = factor.codes
  const answer = await post(loginCode, { challenge: await challengeOf(people.factor.email), code: spent })
  expect(answer.status).toBe(200)
  expect(await db.$count(recoveryCodes, eq(recoveryCodes.user_id, people.factor.id))).toBe(10)
})

it('a restore ends sessions, links and recovery codes, spent after the backup or not, and makes new keys', async () => {
  await stop()
  const ended = await restore(dataDir, archive)
  expect(ended).toMatchObject({ sessions: 5, links: 1, codes: 10 })
  await open()
  for (const token of [old.token, people.root.token]) expect(await isLetIn(token)).toBe(false)
  expect((await send(`${validateResetPassword.path}?token=${link.split('token=')[1]}`)).status).toBe(410)
  const challenge = await challengeOf(people.factor.email)
  for (const code of factor.codes) expect((await post(loginCode, { challenge, code })).status).toBe(422)
  expect((await post(loginCode, { challenge, code: codeOf(factor.uri, 1) })).status).toBe(200)
  expect((await vapidOf(platform)).publicKey).not.toBe(old.vapid.publicKey)
  // A repeated change was done before the backup, and is not refused because of another secret.
  expect(await saveOnce()).toBe(201)
  expect(await platform.database.db.$count(roles, eq(roles.name, mutation.body.name))).toBe(1)
})
