/**
 * Files being uploaded, in a folder per sender: `<sha256>.part` until the hash of the whole is right, then `<sha256>`. Pieces are written
 * at their offset, so repeated or concurrent ones change nothing; after a crash, the hash is checked before the file counts and when it is
 * read.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { StagedState } from '#contract/uploads.ts'
import { ApiError, fieldError } from '../core/problem.ts'

export interface Piece {
  sha256: string
  /** Bytes of the whole file. */
  size: number
  /** Offset of the piece. */
  offset: number
  content: Uint8Array
}

export interface Staging {
  state(owner: string, sha256: string): Promise<StagedState>
  /** Throws 422 if the whole does not match its hash, 429 if this person has staged too much. */
  add(owner: string, piece: Piece): Promise<StagedState>
  /** Returns the complete file's path; null if absent or incomplete. Its hash was checked with the last piece. */
  find(owner: string, sha256: string): Promise<{ path: string; size: number } | null>
  /** Returns the complete file; null if absent or incomplete. */
  read(owner: string, sha256: string): Promise<Uint8Array | null>
  /** Removes files last written before a time; returns their number. */
  sweep(before: Date): Promise<number>
}

/** Milliseconds after which an unfinished file may make room for another. */
const restingMs = 10 * 60_000

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  )

const gone = (path: string) => rm(path, { force: true })

async function entriesOf(folder: string): Promise<{ path: string; size: number; mtime: Date }[]> {
  const names = await readdir(folder).catch(() => [])
  const found = names.map(async (name) => {
    const path = join(folder, name)
    const { size, mtime } = await stat(path).catch(() => ({ size: 0, mtime: new Date() }))
    return { path, size, mtime }
  })
  return Promise.all(found)
}

/** Opens for writing at any offset, without truncation. */
async function openPart(path: string): Promise<FileHandle> {
  return open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return open(path, 'a').then(async (made) => {
      await made.close()
      return open(path, 'r+')
    })
  })
}

/** `max` is in bytes per person. */
export function createStaging(folder: string, max: number, now: () => number = Date.now): Staging {
  const completePath = (owner: string, sha256: string) => join(folder, owner, sha256)
  const part = (owner: string, sha256: string) => `${completePath(owner, sha256)}.part`

  async function state(owner: string, sha256: string): Promise<StagedState> {
    const size = await sizeOf(completePath(owner, sha256))
    if (size !== null) return { received: size, complete: true }
    return { received: (await sizeOf(part(owner, sha256))) ?? 0, complete: false }
  }

  /** Deletes the longest unused of this person's other files until so many bytes fit. */
  async function freeQuota(owner: string, sha256: string, bytes: number): Promise<void> {
    const entries = await entriesOf(join(folder, owner))
    let total = entries.reduce((sum, { size }) => sum + size, bytes)
    const resting = entries
      .filter(({ path, mtime }) => !path.startsWith(completePath(owner, sha256)) && now() - mtime.getTime() > restingMs)
      .sort((a, b) => a.mtime.getTime() - b.mtime.getTime())
    for (const { path, size } of resting) {
      if (total <= max) return
      await gone(path)
      total -= size
    }
    if (total > max) throw new ApiError('rate_limited', 'Too many files are on their way. Please wait.', { retryAfter: 60 })
  }

  async function finish(owner: string, sha256: string): Promise<StagedState> {
    const path = part(owner, sha256)
    const found = await hashOfFile(path).catch(() => null)
    // A concurrent request for the piece may have finished it.
    if (found === null) return state(owner, sha256)
    if (found !== sha256) {
      await gone(path)
      throw fieldError('sha256', 'checksum')
    }
    await rename(path, completePath(owner, sha256)).catch(() => undefined)
    return state(owner, sha256)
  }

  return {
    state,
    async add(owner, { sha256, size, offset, content }) {
      const before = await state(owner, sha256)
      if (before.complete || offset > before.received) return before
      if (offset + content.byteLength > size) throw fieldError('offset', 'max_value', { max: size - content.byteLength })
      await freeQuota(owner, sha256, content.byteLength)
      await mkdir(join(folder, owner), { recursive: true, mode: 0o700 })
      const file = await openPart(part(owner, sha256))
      try {
        await file.write(content, 0, content.byteLength, offset)
        if (offset + content.byteLength === size) await file.datasync()
      } finally {
        await file.close()
      }
      const after = await state(owner, sha256)
      return after.complete || after.received < size ? after : finish(owner, sha256)
    },
    async find(owner, sha256) {
      const path = completePath(owner, sha256)
      const size = await sizeOf(path)
      return size === null ? null : { path, size }
    },
    async read(owner, sha256) {
      const path = completePath(owner, sha256)
      const content = await readFile(path).catch(() => null)
      if (content && hashOf(content) === sha256) return content
      if (content) await gone(path)
      return null
    },
    async sweep(before) {
      let removed = 0
      for (const owner of await readdir(folder).catch(() => []))
        for (const { path, mtime } of await entriesOf(join(folder, owner))) {
          if (mtime >= before) continue
          await gone(path)
          removed += 1
        }
      return removed
    },
  }
}
