/** Files in a folder. Names are hashes of contents, so that a file never changes. */
import { copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { isFlushing, syncNames } from '#server/db/flush.ts'
import { hashFile, hashRanges } from './hash-file.ts'
import type { Storage, StoredObject } from './storage.ts'
import { isAbsent, StorageError, toStorageError } from './storage-error.ts'

/** Bytes that stay free for the database. */
const reserve = 64_000_000

const pieceEnding = '.part'

/** Of a folder's disk. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Throws for a disk that has not so much room. */
export async function assertRoom(folder: string, bytes: number, room: typeof freeBytes): Promise<void> {
  const free = await room(folder)
  if (free < bytes + reserve) throw new StorageError('full', `${free} bytes are free`)
}

/** Null where there is no such file or folder; other failures stay failures, so that none of them reads as 'absent'. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (isAbsent(error)) return null
    throw toStorageError(error)
  }
}

/** Opens for writing at any offset, without truncation. */
async function openPart(path: string): Promise<FileHandle> {
  return open(path, 'r+').catch((error: unknown) => {
    if (!isAbsent(error)) throw error
    return open(path, 'a', 0o600).then(async (made) => {
      await made.close()
      return open(path, 'r+')
    })
  })
}

async function syncFile(path: string): Promise<void> {
  if (!isFlushing()) return
  const file = await open(path, 'r+')
  await file.datasync().finally(() => file.close())
}

async function readSome(path: string, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path)
  try {
    const bytes = new Uint8Array(Math.max(0, Math.min(to, (await file.stat()).size) - from))
    let filled = 0
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, from + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return bytes.subarray(0, filled)
  } finally {
    await file.close()
  }
}

interface DiskParts {
  room?: typeof freeBytes
}

export function createDiskStorage(root: string, { room = freeBytes }: DiskParts = {}): Storage & { localPath(path: string): string } {
  const at = (path: string) => join(root, path)
  const partOf = (path: string) => `${at(path)}${pieceEnding}`

  async function makeFolderOf(path: string): Promise<void> {
    const first = await mkdir(dirname(at(path)), { recursive: true, mode: 0o700 })
    if (first === undefined) return
    for (let made = dirname(at(path)); made.length >= first.length; made = dirname(made)) await syncNames(dirname(made))
  }

  /** A file that has its bytes on the disk gets its name there as well, before a row speaks of it. */
  async function nameFile(own: string, path: string): Promise<void> {
    await rename(own, at(path))
    await syncNames(dirname(at(path)))
  }

  /** All files below, pieces of files that are not complete as well. */
  async function* filesIn(prefix: string): AsyncIterable<StoredObject & { isPiece: boolean }> {
    const entries = (await orNull(readdir(at(prefix), { recursive: true, withFileTypes: true }))) ?? []
    for (const entry of entries) {
      if (!entry.isFile()) continue
      const full = join(entry.parentPath, entry.name)
      const found = await orNull(stat(full))
      const path = full.slice(root.length).replaceAll('\\', '/').replace(/^\//, '')
      if (found) yield { path, size: found.size, at: found.mtime, isPiece: path.endsWith(pieceEnding) }
    }
  }

  return {
    localPath: at,
    async check() {
      await makeFolderOf('x').catch((error: unknown) => {
        throw toStorageError(error)
      })
      await assertRoom(root, 0, room)
    },
    async put(path, content) {
      // A name of its own until it is whole.
      const own = `${at(path)}.${uuidv7()}`
      try {
        await makeFolderOf(path)
        if (content instanceof Uint8Array) {
          await assertRoom(dirname(own), content.byteLength, room)
          await writeFile(own, content, { flush: isFlushing(), mode: 0o600 })
        } else {
          const source = 'local' in content ? content.local : at(content.stored)
          // One content of two names takes no second room; a file system without links copies.
          await link(source, own).catch(() => copyFile(source, own))
          await syncFile(own)
        }
        await nameFile(own, path)
      } catch (error) {
        await rm(own, { force: true }).catch(() => undefined)
        throw toStorageError(error)
      }
    },
    open: (path, from = 0, to = Number.MAX_SAFE_INTEGER) => orNull(readSome(at(path), from, to)),
    async stat(path) {
      const found = await orNull(stat(at(path)))
      return found?.isFile() ? { size: found.size, at: found.mtime } : null
    },
    async *list(prefix) {
      for await (const { isPiece, ...file } of filesIn(prefix)) if (!isPiece) yield file
    },
    async remove(path) {
      await orNull(rm(at(path)))
    },
    pieces: {
      async put(path, piece, content) {
        try {
          await makeFolderOf(path)
          await assertRoom(dirname(at(path)), content.byteLength, room)
          const file = await openPart(partOf(path))
          await file.write(content, 0, content.byteLength, piece.at).finally(() => file.close())
        } catch (error) {
          throw toStorageError(error)
        }
      },
      async held(path, pieces) {
        if (!pieces.length) return []
        const found = await orNull(stat(partOf(path)))
        return pieces.filter((piece) => piece.at + piece.length <= (found?.size ?? 0))
      },
      async join(path, _, sha256) {
        const found = await hashFile(partOf(path)).catch(() => null)
        if (found !== sha256) return false
        // Another process may have finished it.
        await orNull(syncFile(partOf(path)).then(() => nameFile(partOf(path), path)))
        return true
      },
      async findWrong(path, pieces) {
        const ranges = pieces.map((piece) => ({ from: piece.at, to: piece.at + piece.length }))
        const digests = await hashRanges(partOf(path), ranges).catch(() => [])
        return pieces.filter(({ digest }, index) => digests[index] !== digest)
      },
      async drop(path) {
        await rm(partOf(path), { force: true })
      },
      async sweep(prefix, before) {
        let removed = 0
        for await (const { path, at: writtenAt, isPiece } of filesIn(prefix)) {
          if (!isPiece || writtenAt >= before) continue
          await orNull(rm(at(path)))
          removed += 1
        }
        return removed
      },
    },
  }
}
