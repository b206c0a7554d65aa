/**
 * Files being uploaded, in a folder per sender: `<sha256>.part` until the hash of the whole is right, then `<sha256>`. Pieces are written
 * at their offset and entered in a ledger, in any order and by any process, so repeated or concurrent ones change nothing.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { StagedState } from '#contract/uploads.ts'
import type { Db } from '#server/db/database.ts'
import { ApiError, fieldError } from '../core/problem.ts'
import { hashFile, hashRanges } from './hash-file.ts'
import { createLedger, toRanges } from './pieces.ts'

export interface Piece {
  sha256: string
  /** Bytes of the whole file. */
  size: number
  /** Offset of the piece. */
  offset: number
  /** Its own sha256, which was checked. */
  digest: string
  content: Uint8Array
}

export interface Staging {
  /** Checks the whole once all of it is there, which takes seconds for a large one: until then it is not complete. */
  state(owner: string, sha256: string, size: number): Promise<StagedState>
  /** Throws 422 if the whole does not match its hash, 429 if this person has staged too much, 503 without room. */
  add(owner: string, piece: Piece): Promise<StagedState>
  /** Takes over a file that came whole, by its path in the sender's folder. */
  adopt(owner: string, path: string, sha256: string): Promise<void>
  /** Path for a file that comes whole. Throws 429 and 503 like `add`, before its first byte. */
  begin(owner: string, bytes: number): Promise<string>
  /** Returns the complete file's path; null if absent or incomplete. Its hash was checked with the last piece. */
  find(owner: string, sha256: string): Promise<{ path: string; size: number } | null>
  /** Returns the complete file; null if absent or incomplete. */
  read(owner: string, sha256: string): Promise<Uint8Array | null>
  /** Removes files last written before a time; returns their number. */
  sweep(before: Date): Promise<number>
}

export interface StagingParts {
  folder: string
  db: Db
  /** Bytes per person. */
  max: number
  now?: () => number
  /** Free bytes of the folder's disk. */
  room?: (folder: string) => Promise<number>
}

/** Milliseconds after which an unfinished file may make room for another. */
const restingMs = 10 * 60_000
/** Files of one person that are not complete. */
const maxUnfinished = 50
/** Bytes that stay free for the database. */
const reserve = 64_000_000
/** Milliseconds that a request waits for the whole to be checked. */
const patience = 10_000

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  )

const gone = (path: string) => rm(path, { force: true })

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const noRoom = () => new ApiError('unavailable', 'The server has no room left for this file. Please try again later.', { retryAfter: 60 })

/** 503 in place of the system's error of a full disk, whose words help nobody. */
export function toRoomError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'ENOSPC' || code === 'EDQUOT' ? noRoom() : error
}

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

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.datasync().finally(() => file.close())
}

export function createStaging({ folder, db, max, now = Date.now, room = freeBytes }: StagingParts): Staging {
  const ledger = createLedger(db)
  const completePath = (owner: string, sha256: string) => join(folder, owner, sha256)
  const part = (owner: string, sha256: string) => `${completePath(owner, sha256)}.part`
  const finishing = new Map<string, Promise<void>>()

  /** A missing folder has no pieces, whatever the ledger says: checked before the file is created again, with gaps. */
  async function heldPieces(owner: string, sha256: string) {
    const pieces = await ledger.pieces(owner, sha256)
    if (!pieces.length) return []
    const size = await sizeOf(part(owner, sha256))
    if (size === null) await ledger.remove(owner, sha256)
    return pieces.filter(({ at, length }) => at + length <= (size ?? 0))
  }

  async function drop(owner: string, path: string): Promise<void> {
    await gone(path)
    if (path.endsWith('.part')) await ledger.remove(owner, basename(path, '.part'))
  }

  async function look(owner: string, sha256: string): Promise<StagedState> {
    const size = await sizeOf(completePath(owner, sha256))
    if (size !== null) return { received: size, complete: true, held: [] }
    const held = toRanges(await heldPieces(owner, sha256))
    return { received: held[0]?.from === 0 ? held[0].to : 0, complete: false, held }
  }

  /** Deletes the longest unused of this person's other files until so many bytes fit. */
  async function freeQuota(owner: string, sha256: string, bytes: number, isNew: boolean): Promise<void> {
    const entries = await entriesOf(join(folder, owner))
    const others = entries.filter(({ path }) => !path.startsWith(completePath(owner, sha256)))
    let total = entries.reduce((sum, { size }) => sum + size, bytes)
    let unfinished = others.filter(({ path }) => path.endsWith('.part')).length + (isNew ? 1 : 0)
    const resting = others.filter(({ mtime }) => now() - mtime.getTime() > restingMs).sort((a, b) => a.mtime.getTime() - b.mtime.getTime())
    for (const { path, size } of resting) {
      if (total <= max && unfinished <= maxUnfinished) break
      await drop(owner, path)
      total -= size
      if (path.endsWith('.part')) unfinished -= 1
    }
    if (total > max || unfinished > maxUnfinished)
      throw new ApiError('rate_limited', 'Too many files are on their way. Please wait.', { retryAfter: 60 })
  }

  async function assertRoom(bytes: number): Promise<void> {
    if ((await room(folder)) < bytes + reserve) throw noRoom()
  }

  /** Drops what is wrong, so that it alone is sent again: pieces that the disk lost, or all where the content is another. */
  async function repair(owner: string, sha256: string): Promise<void> {
    const pieces = await ledger.pieces(owner, sha256)
    const digests = await hashRanges(
      part(owner, sha256),
      pieces.map(({ at, length }) => ({ from: at, to: at + length })),
    )
    const wrong = pieces.filter(({ digest }, index) => digests[index] !== digest)
    for (const { at } of wrong) await ledger.remove(owner, sha256, at)
    if (wrong.length) return
    await ledger.remove(owner, sha256)
    await gone(part(owner, sha256))
    throw fieldError('sha256', 'checksum')
  }

  async function finish(owner: string, sha256: string): Promise<void> {
    const path = part(owner, sha256)
    await syncFile(path).catch(() => undefined)
    const found = await hashFile(path).catch(() => null)
    // Another process may have finished it.
    if (found === null) return
    if (found !== sha256) return repair(owner, sha256)
    await rename(path, completePath(owner, sha256)).catch(() => undefined)
    await ledger.remove(owner, sha256)
  }

  /** Begins the check of the whole, or waits for the one that runs. */
  async function finished(owner: string, sha256: string): Promise<StagedState> {
    const key = `${owner} ${sha256}`
    const running = finishing.get(key) ?? finish(owner, sha256).finally(() => finishing.delete(key))
    finishing.set(key, running)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience)
    })
    // Whoever asks next has the failure of a check that took longer.
    running.catch(() => undefined)
    await Promise.race([running, late]).finally(() => clearTimeout(timer))
    return look(owner, sha256)
  }

  async function state(owner: string, sha256: string, size: number): Promise<StagedState> {
    const found = await look(owner, sha256)
    return found.complete || found.received < size ? found : finished(owner, sha256)
  }

  return {
    state,
    async add(owner, { sha256, size, offset, digest, content }) {
      const before = await look(owner, sha256)
      if (before.complete) return before
      const to = offset + content.byteLength
      if (to > size) throw fieldError('offset', 'max_value', { max: size - content.byteLength })
      if (!before.held.some((range) => range.from <= offset && to <= range.to)) {
        await mkdir(join(folder, owner), { recursive: true, mode: 0o700 })
        await freeQuota(owner, sha256, content.byteLength, before.held.length === 0)
        await assertRoom(content.byteLength)
        const file = await openPart(part(owner, sha256))
        try {
          await file.write(content, 0, content.byteLength, offset)
        } catch (error) {
          throw toRoomError(error)
        } finally {
          await file.close()
        }
        await ledger.add(owner, sha256, { at: offset, length: content.byteLength, digest })
      }
      return state(owner, sha256, size)
    },
    async begin(owner, bytes) {
      await mkdir(join(folder, owner), { recursive: true, mode: 0o700 })
      const own = `${crypto.randomUUID()}.part`
      await freeQuota(owner, own, bytes, true)
      await assertRoom(bytes)
      return join(folder, owner, own)
    },
    async adopt(owner, path, sha256) {
      await rename(path, completePath(owner, sha256))
      await gone(part(owner, sha256))
      await ledger.remove(owner, sha256)
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
          await drop(owner, path)
          removed += 1
        }
      await ledger.sweep(before)
      return removed
    },
  }
}
