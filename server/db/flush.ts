/** What is acknowledged is on the disk, not in the system's memory alone (docs/decisions/0096-acknowledged-is-on-the-disk.md). */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** FSYNC (.env.example): false for tests alone. Commands without settings ask as well. */
export const isFlushing = (): boolean => !['false', '0', 'off'].includes(process.env.FSYNC ?? '')

/** File systems of a network, and Windows, which answers with a missing right, have no flush of folders; Postgres passes them over, too. */
const unflushable = new Set(['EINVAL', 'EBADF', 'ENOTSUP', ...(process.platform === 'win32' ? ['EPERM', 'EACCES', 'EISDIR'] : [])])

/** Returns whether an error says that folders cannot be flushed here, and not that the flush failed. */
export function hasNoFolderFlush(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && unflushable.has(error.code)
}

/** Makes names of files in a folder outlive a loss of power: those that were made, renamed and removed. */
export function syncFolder(folder: string): void {
  if (!isFlushing()) return
  let handle: number | null = null
  try {
    handle = openSync(folder, 'r')
    fsyncSync(handle)
  } catch (error) {
    if (!hasNoFolderFlush(error)) throw error
  } finally {
    if (handle !== null) closeSync(handle)
  }
}

/** As `syncFolder`, while requests are answered. */
export async function syncNames(folder: string): Promise<void> {
  if (!isFlushing()) return
  try {
    const handle = await open(folder, 'r')
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    if (!hasNoFolderFlush(error)) throw error
  }
}

/** More than Node's threads, so that none of them waits for the next file. */
const flushesAtOnce = 16

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}

/** Flushes all files and folders below a folder, and itself; its own name is its parent's. */
export async function syncTree(folder: string): Promise<void> {
  if (!isFlushing()) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = (isFolder: boolean) =>
    entries.filter((entry) => entry.isDirectory() === isFolder).map((entry) => join(entry.parentPath, entry.name))
  const files = paths(false)
  const syncNext = async () => {
    for (let path = files.pop(); path !== undefined; path = files.pop()) await syncFile(path)
  }
  await Promise.all(Array.from({ length: flushesAtOnce }, syncNext))
  for (const path of [...paths(true), folder]) await syncNames(path)
}
