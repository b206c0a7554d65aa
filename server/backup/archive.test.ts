import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { roles } from '#server/db/people.ts'
import { createFileStore } from '#server/platform/files.ts'
import { metaValue } from '#server/platform/meta.ts'
import { backup, restore } from './archive.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapangan-backup-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function look(dataDir: string) {
  const database = await openDatabase({ dataDir })
  const names = (await database.db.select({ name: roles.name }).from(roles)).map(({ name }) => name)
  const epoch = await metaValue(database.db, 'epoch', () => 'first')
  await database.close()
  return { names, epoch }
}

it('brings rows and files back as they were, in a new epoch, and keeps what it replaces', async () => {
  const dataDir = join(folder, 'data')
  const archive = join(folder, 'saved.tar.gz')
  const files = createFileStore(join(dataDir, 'files'))
  const database = await openDatabase({ dataDir })
  await database.db.insert(roles).values({ name: 'Saved' })
  await metaValue(database.db, 'epoch', () => 'first')
  const stored = await files.store(await files.inspect(Buffer.from('a;b\n'.repeat(1_000)), 'list.csv'))
  await expect(backup(dataDir, archive)).rejects.toThrow('in use')
  await database.close()
  await backup(dataDir, archive)

  const later = await openDatabase({ dataDir })
  await later.db.update(roles).set({ name: 'Changed later' }).where(eq(roles.name, 'Saved'))
  await later.close()
  rmSync(join(dataDir, 'files'), { recursive: true })

  const kept = await restore(dataDir, archive)
  const now = await look(dataDir)
  expect([now.names, now.epoch === 'first']).toEqual([['Saved'], false])
  expect(await files.find(stored.url)).toEqual(stored)
  expect(kept).toContain('before-')

  writeFileSync(archive, 'no archive')
  await expect(restore(dataDir, archive)).rejects.toThrow()
  expect((await look(dataDir)).names).toEqual(['Saved'])
})
