import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDiskFiles } from '#tests/support/disk-files.ts'
import { createMailFolder } from '../mail/mail-folder.ts'
import { assertDataFolder, closeFolder, markFolder } from './private-folder.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapangan-private-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const modeOf = (path: string) => statSync(path).mode & 0o777

/** Paths in a folder that are open to others than the owner. */
const openTo = (root: string) =>
  [root, ...readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name))].filter((path) => modeOf(path) & 0o077)

it('closeFolder closes what an earlier version left open, and follows no link out of the folder', async () => {
  const data = join(folder, 'data')
  mkdirSync(join(data, 'db/pg/base'), { recursive: true })
  const outside = join(folder, 'outside')
  for (const path of [join(data, 'db/pg/base/1'), join(data, 'kept'), outside]) writeFileSync(path, 'x')
  symlinkSync(outside, join(data, 'link'))
  chmodSync(outside, 0o644)
  for (const path of [data, join(data, 'db'), join(data, 'db/pg'), join(data, 'db/pg/base')]) chmodSync(path, 0o755)
  await closeFolder(data)
  rmSync(join(data, 'link'))
  expect([openTo(data), modeOf(data), modeOf(join(data, 'kept')), modeOf(outside)]).toEqual([[], 0o700, 0o600, 0o644])
})

it('a data folder is created closed, and never shared by everybody', async () => {
  await closeFolder(join(folder, 'new/data'))
  expect(modeOf(join(folder, 'new/data'))).toBe(0o700)
  const shared = join(folder, 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o1777)
  await expect(closeFolder(shared)).rejects.toThrow('everybody shares')
})

it('uploads and mails are written closed', async () => {
  const files = openDiskFiles(folder)
  await files.store(await files.inspect(Buffer.from('a,b\n'), 'a.csv'))
  await createMailFolder(join(folder, 'mail')).write('mail', Buffer.from('To: b@lapangan.test'))
  expect([...openTo(join(folder, 'files')), ...openTo(join(folder, 'mail'))]).toEqual([])
})

it('a data folder whose database and files lie elsewhere is known again by its mark', async () => {
  const data = join(folder, 'of-one-of-two')
  await closeFolder(data)
  markFolder(data)
  mkdirSync(join(data, 'mail'))
  await assertDataFolder(data)
  rmSync(join(data, 'arriving'), { recursive: true })
  await expect(assertDataFolder(data)).rejects.toThrow('not of Lapangan')
})

it('a data folder is refused if it has foreign files, whose modes stay, or is a file', async () => {
  const home = join(folder, 'home')
  mkdirSync(home)
  writeFileSync(join(home, 'letter.txt'), 'mine')
  await expect(assertDataFolder(home)).rejects.toThrow(`DATA_DIR ${home} holds files that are not of Lapangan`)
  await expect(assertDataFolder(join(home, 'letter.txt'))).rejects.toThrow('letter.txt is a file and no folder')
  rmSync(join(home, 'letter.txt'))
  // Contents of a new volume, and files put there before a restore.
  for (const name of ['lost+found', 'secret.key', 'letter.txt']) {
    writeFileSync(join(home, name), 'x')
    await assertDataFolder(home)
  }
  await assertDataFolder(join(folder, 'not there'))
})
