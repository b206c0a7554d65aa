import { createHash } from 'node:crypto'
import fs, { createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isDatabaseFolder } from '#server/db/database-folder.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { pushSubscriptions } from '#server/db/tables/alerts.ts'
import { roles, userRoles, users } from '#server/db/tables/people.ts'
import { passwordResets } from '#server/db/tables/platform.ts'
import { assertResetToken } from '#server/platform/auth/password-reset.ts'
import { metaValue } from '#server/platform/core/meta.ts'
import type { ApiError } from '#server/platform/core/problem.ts'
import { createSecretBox } from '#server/platform/core/secret-box.ts'
import { createTokens } from '#server/platform/core/tokens.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { openDiskFiles } from '#tests/support/disk-files.ts'
import { backup, restore } from './archive.ts'
import { packFolders } from './tar.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapangan-backup-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const settings = readSettings({})
const secretBox = createSecretBox({ secretKey: 'the key of one installation, long enough', dataDir: '' })

/** Creates a session and a mailed link. */
async function giveAccess(database: Database) {
  const { db } = database
  const [user] = await db.insert(users).values({ name: 'Budi', email: 'budi@lapangan.test' }).returning()
  const [role] = await db.select().from(roles)
  if (!user || !role) throw new Error('not stored')
  await db.insert(userRoles).values({ user_id: user.id, role_id: role.id })
  const tokens = await createTokens(database, secretBox, settings)
  const token = await tokens.issue(user)
  const hash = createHash('sha256').update('a link').digest('hex')
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  await db.insert(passwordResets).values({ token_hash: hash, user_id: user.id, expires_at })
  const push = { user_id: user.id, jti: await tokens.verify(token), endpoint: 'https://push.example.com/1', p256dh: 'x', auth: 'x' }
  await db.insert(pushSubscriptions).values(push)
  return {
    async left(restored: Database) {
      const theirs = await createTokens(restored, secretBox, settings)
      const session = await theirs.verify(token).catch((error: ApiError) => error.code)
      const link = await assertResetToken(restored.db, 'a link').catch((error: ApiError) => error.code)
      const pushes = (await restored.db.select().from(pushSubscriptions)).length
      return { session, link, pushes }
    },
  }
}

async function look<T>(dataDir: string, also?: (database: Database) => Promise<T>) {
  const database = await openDatabase({ dataDir })
  const names = (await database.db.select({ name: roles.name }).from(roles)).map(({ name }) => name)
  const epoch = await metaValue(database.db, 'epoch', () => 'first')
  const more = await also?.(database)
  await database.close()
  return { names, epoch, more }
}

it('a restore returns rows and files unchanged, in a new epoch, and keeps what it replaces', async () => {
  const dataDir = join(folder, 'data')
  const archive = join(folder, 'saved.tar.gz')
  const files = openDiskFiles(dataDir)
  const database = await openDatabase({ dataDir })
  await database.db.insert(roles).values({ name: 'Saved' })
  const access = await giveAccess(database)
  await metaValue(database.db, 'epoch', () => 'first')
  const stored = await files.store(await files.inspect(Buffer.from('a;b\n'.repeat(1_000)), 'list.csv'))
  await expect(backup(dataDir, archive)).rejects.toThrow('in use')
  await database.close()
  writeFileSync(join(dataDir, 'secret.key'), 'a key that opens all of the secrets')
  await backup(dataDir, archive)
  // A stolen backup reveals no channel credentials and no second factors.
  expect(gunzipSync(readFileSync(archive)).includes('a key that opens all of the secrets')).toBe(false)

  const later = await openDatabase({ dataDir })
  await later.db.update(roles).set({ name: 'Changed later' }).where(eq(roles.name, 'Saved'))
  await later.close()
  rmSync(join(dataDir, 'files'), { recursive: true })

  const { kept, sessions, links } = await restore(dataDir, archive)
  const now = await look(dataDir, access.left)
  expect({ sessions, links, ...now.more }).toEqual({ sessions: 1, links: 1, session: 'unauthenticated', link: 'gone', pushes: 0 })
  expect([now.names, now.epoch === 'first']).toEqual([['Saved'], false])
  expect(await files.find(stored.url)).toEqual(stored)
  expect(kept).toContain('before-')

  writeFileSync(archive, 'no archive')
  await expect(restore(dataDir, archive)).rejects.toThrow()
  expect((await look(dataDir)).names).toEqual(['Saved'])

  // A complete archive with an unusable database.
  const damaged = join(folder, 'damaged')
  mkdirSync(join(damaged, 'db/pg'), { recursive: true })
  writeFileSync(join(damaged, 'db/pg/PG_VERSION'), '17\n')
  await pipeline(Readable.from(packFolders(damaged, ['db/pg'])), createGzip(), createWriteStream(archive))
  await expect(restore(dataDir, archive)).rejects.toThrow()
  expect((await look(dataDir)).names).toEqual(['Saved'])
  expect(await files.find(stored.url)).toEqual(stored)
}, 600_000)

/** Ends the restore as a kill does: nothing is renamed from the so many-th rename on. */
async function cutRestore(dataDir: string, archive: string, renames: number): Promise<void> {
  const { rename } = fs.promises
  let done = 0
  const spy = vi.spyOn(fs.promises, 'rename').mockImplementation((from, to) => {
    done += 1
    return done > renames ? Promise.reject(new Error('killed')) : rename(from, to)
  })
  syncBuiltinESMExports()
  try {
    await expect(restore(dataDir, archive)).rejects.toThrow('killed')
  } finally {
    spy.mockRestore()
    syncBuiltinESMExports()
  }
}

it('a restore that was cut refuses the start until it was run again, and what was there before stays whole', async () => {
  const dataDir = join(folder, 'cut')
  const archive = join(folder, 'cut.tar.gz')
  const put = (name: string, text: string) => {
    mkdirSync(join(dataDir, name), { recursive: true })
    writeFileSync(join(dataDir, name, 'a'), text)
  }
  const read = (root: string) => ['files', 'videos'].map((name) => readFileSync(join(root, name, 'a'), 'utf8'))
  const database = await openDatabase({ dataDir })
  await database.db.insert(roles).values({ name: 'Saved' })
  await database.close()
  for (const name of ['files', 'videos']) put(name, 'saved')
  await backup(dataDir, archive)
  const later = await openDatabase({ dataDir })
  await later.db.update(roles).set({ name: 'Of before' }).where(eq(roles.name, 'Saved'))
  await later.close()
  for (const name of ['files', 'videos']) put(name, 'of before')

  const words = /a restore in .* was cut short: run it again \(npm run backup -- restore FILE\); what was there is in before-\S+$/
  await cutRestore(dataDir, archive, 4)
  await expect(openDatabase({ dataDir })).rejects.toThrow(words)
  expect([isDatabaseFolder(join(dataDir, 'db/pg')), read(dataDir)]).toEqual([true, ['saved', 'of before']])
  await expect(backup(dataDir, join(folder, 'mixed.tar.gz'))).rejects.toThrow(words)
  const { kept } = await restore(dataDir, archive)
  expect([(await look(dataDir)).names, read(dataDir)]).toEqual([['Saved'], ['saved', 'saved']])
  expect([(await look(kept ?? '')).names, read(kept ?? '')]).toEqual([['Of before'], ['of before', 'of before']])
  expect(fs.readdirSync(dataDir).filter((name) => /^(before|restor)/.test(name))).toEqual([kept?.slice(dataDir.length + 1)])
}, 600_000)

it('a file that is absent or no backup is refused in words, and nothing of it stays', async () => {
  const dataDir = join(folder, 'refused')
  const file = join(folder, 'wrong.tar.gz')
  await expect(restore(dataDir, file)).rejects.toThrow(`there is no file ${file}`)
  writeFileSync(file, 'no archive')
  await expect(restore(dataDir, file)).rejects.toThrow(`${file} cannot be restored: it is no .tar.gz file`)
  await pipeline(Readable.from(packFolders(folder, ['nothing'])), createGzip(), createWriteStream(file))
  await expect(restore(dataDir, file)).rejects.toThrow(`${file} cannot be restored: it has no database`)
  expect([fs.readdirSync(dataDir), existsSync(join(dataDir, 'db/pg'))]).toEqual([['db'], false])
})
