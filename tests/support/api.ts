/** An API without a port, on its own database: in memory, or on the Postgres of TEST_DATABASE_URL. */
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inArray, sql } from 'drizzle-orm'
import pg from 'pg'
import { type Database, openDatabase } from '#server/db/open.ts'
import { roles, userRoles, users } from '#server/db/tables/people.ts'
import { hashPassword } from '#server/platform/auth/password.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { createPlatform } from '#server/platform/create.ts'
import { readSettings } from '#server/platform/settings/settings.ts'

async function admin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function freshDatabase(image?: Blob): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return openDatabase({ memory: true, ...(image && { image }) })
  const name = `lapangan_test_${randomBytes(6).toString('hex')}`
  await admin(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openDatabase({ url: url.href })
  return {
    ...database,
    async close() {
      await database.close()
      await admin(server, `drop database ${name} with (force)`)
    },
  }
}

export interface TestPlatform {
  platform: Platform
  close(): Promise<void>
}

/** Initial data of a platform: a database, and its folder. */
export interface Beginning {
  image: Blob
  folder: string
}

/** A platform with an empty, migrated database and folder, or copies of both. `env` as in .env.example. */
export async function testPlatform(env: Readonly<Record<string, string>> = {}, from?: Beginning): Promise<TestPlatform> {
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-test-'))
  if (from) await cp(from.folder, folder, { recursive: true })
  return runPlatform(folder, env, await freshDatabase(from?.image))
}

async function runPlatform(folder: string, env: Readonly<Record<string, string>>, database: Database): Promise<TestPlatform> {
  const settings = readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: folder, ...env })
  const platform = await createPlatform(settings, database)
  return {
    platform,
    async close() {
      platform.background.stop()
      await platform.background.settled()
      platform.mail.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Another process of the installation of a platform, as far as the database sees it; on the Postgres of TEST_DATABASE_URL. */
export async function platformBeside({ platform: first }: TestPlatform, env: Readonly<Record<string, string>> = {}): Promise<TestPlatform> {
  const { rows } = await first.database.db.execute<{ name: string }>(sql`select current_database() as name`)
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${rows[0]?.name}`
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-test-'))
  return runPlatform(folder, env, await openDatabase({ url: url.href }))
}

export const testPassword = 'a long enough password'

export interface Person {
  id: number
  ref: string
  email: string
  token: string
}

/** Computed once: hashing is slower than most tests. */
let testHash: Promise<string> | undefined
function hashOfTests(): Promise<string> {
  testHash ??= hashPassword(testPassword)
  return testHash
}

/** A signed-in user whose role has these permissions. */
export async function makePerson(platform: Platform, permissions: readonly string[], role = 'admin', isRoot = false): Promise<Person> {
  const tag = randomBytes(4).toString('hex')
  const { db } = platform.database
  const name = `${role} ${tag}`
  await db.insert(roles).values({ name, permissions: [...permissions], is_root: isRoot })
  const email = `${tag}@lapangan.test`
  const [user] = await db
    .insert(users)
    .values({ name: `Person ${tag}`, email, password_hash: await hashOfTests() })
    .returning()
  const [cached] = await db
    .select()
    .from(roles)
    .where(inArray(roles.name, [name]))
  if (!user || !cached) throw new Error('the person was not stored')
  await db.insert(userRoles).values({ user_id: user.id, role_id: cached.id })
  return { id: user.id, ref: user.ref, email, token: await platform.tokens.issue(user) }
}
