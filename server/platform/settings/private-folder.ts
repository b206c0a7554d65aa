/** The data folder is private to its owner: folders 0700, files 0600. */
import { chmod, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { otherDisk, reasonOf } from '#server/db/error-line.ts'
import { makeFolder } from '#server/db/make-folder.ts'

const forOthers = 0o077
const sticky = 0o1000

/** Makes new files of this process private to its user. For main threads. */
export function ownFilesOnly(): void {
  process.umask(forOthers)
}

/** Names that the program creates in its data folder, and recognises it by. */
const ownNames = [
  'db',
  'secret.key',
  'files',
  'kept-files',
  'videos',
  'video-work',
  'temporary-files',
  'staging',
  'arriving',
  'picture-cache',
]

/**
 * Throws for a data folder that is a file, or has foreign files and none of ours: they would be closed to others and mixed with ours.
 * Writes nothing.
 */
export async function assertDataFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null)
  if (!found) return
  if (!found.isDirectory()) throw new Error(`DATA_DIR ${folder} is a file and no folder: name another place or move it away`)
  const names = (await readdir(folder)).filter((name) => name !== 'lost+found')
  if (names.length && !names.some((name) => ownNames.includes(name)))
    throw new Error(`DATA_DIR ${folder} holds files that are not of Lapangan: name an empty or a new folder, or move them away`)
}

/** Leaves a name by which the next start knows the folder: database and files may lie elsewhere. */
export function markFolder(folder: string): void {
  makeFolder(join(folder, 'arriving'))
}

/** Removes permissions of others; the owner's stay. */
async function close(path: string, mode: number): Promise<void> {
  if (mode & forOthers) await chmod(path, mode & 0o7700)
}

/**
 * Creates the folder if absent, and closes all of it to others: an earlier version, or a copy, may have left it open. Links are not
 * followed. Throws for a shared folder, such as /tmp.
 */
export async function closeFolder(folder: string): Promise<void> {
  try {
    makeFolder(folder)
    await closeAll(folder)
  } catch (error) {
    const reason = reasonOf(error)
    throw reason === null ? error : new Error(`DATA_DIR ${folder} cannot be used: ${reason}; ${otherDisk}`)
  }
}

async function closeAll(folder: string): Promise<void> {
  const { mode } = await lstat(folder)
  if (mode & sticky) throw new Error(`DATA_DIR ${folder} is a folder that everybody shares: name one below it`)
  // First, so that nobody enters while the rest is closed.
  await close(folder, mode)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() && !entry.isDirectory()) continue
    const path = join(entry.parentPath, entry.name)
    const found = await lstat(path).catch(() => null)
    if (found) await close(path, found.mode)
  }
}
