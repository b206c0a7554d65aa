/**
 * Files being uploaded, below `staging/` and their sender: pieces until the hash of the whole is right, then one file. A ledger knows the
 * pieces, which come in any order and by any process, so repeated or concurrent ones change nothing.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { StagedState } from '#contract/uploads.ts'
import type { Database } from '#server/db/database.ts'
import { ApiError, fieldError } from '../core/problem.ts'
import { createLedger, toRanges } from './pieces.ts'
import { assertRoom, freeBytes } from './storage/disk-storage.ts'
import type { Storage } from './storage/storage.ts'
import { createUses } from './uses.ts'

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
  /** Returns a path of this machine for a file that comes whole. Throws 429 and 503 like `add`, before its first byte. */
  begin(owner: string, bytes: number): Promise<Arrival>
  /** Returns where the complete file lies; null if absent or incomplete. Its hash was checked with the last piece. */
  find(owner: string, sha256: string): Promise<{ path: string; size: number } | null>
  /** Returns the complete file; null if absent or incomplete. */
  read(owner: string, sha256: string): Promise<Uint8Array | null>
  /** Removes files last written before a time; returns their number. */
  sweep(before: Date): Promise<number>
}

/** A file that comes whole. One of both ends it. */
export interface Arrival {
  path: string
  adopt(sha256: string): Promise<void>
  abandon(): Promise<void>
}

export interface StagingParts {
  storage: Storage
  database: Database
  /** Of this machine, for files that come whole. */
  folder: string
  /** Bytes per person. */
  max: number
  now?: () => number
  room?: typeof freeBytes
}

/** Milliseconds after which an unfinished file may make room for another. */
const restingMs = 10 * 60_000
/** Files of one person that are not complete. */
const maxUnfinished = 50
/** Milliseconds that a request waits for the whole to be checked. */
const patience = 10_000

const prefix = 'staging/'
/** Of a file that comes whole, as long as its hash is not known. */
const arriving = '.part'

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

interface Entry {
  sha256: string
  bytes: number
  isComplete: boolean
  /** Milliseconds. */
  at: number
}

export function createStaging({ storage, database, folder, max, now = Date.now, room = freeBytes }: StagingParts): Staging {
  const ledger = createLedger(database.db)
  const uses = createUses(database)
  const pathOf = (owner: string, sha256: string) => `${prefix}${owner}/${sha256}`
  const finishing = new Map<string, Promise<void>>()

  /** Pieces may be gone, whatever the ledger says: looked for before others come, whose places count as there then. */
  async function heldPieces(owner: string, sha256: string) {
    const pieces = await ledger.pieces(owner, sha256)
    const held = await storage.pieces.held(pathOf(owner, sha256), pieces)
    if (pieces.length && !held.length) await ledger.remove(owner, sha256)
    return held
  }

  async function look(owner: string, sha256: string): Promise<StagedState> {
    const found = await storage.stat(pathOf(owner, sha256))
    if (found) return { received: found.size, complete: true, held: [] }
    const held = toRanges(await heldPieces(owner, sha256))
    return { received: held[0]?.from === 0 ? held[0].to : 0, complete: false, held }
  }

  async function entriesOf(owner: string): Promise<Entry[]> {
    const unfinished = await ledger.totals(owner)
    const whole = [...(await uses.below(pathOf(owner, '')))].map(([path, { size, at }]): Entry => {
      const name = path.slice(pathOf(owner, '').length)
      return { sha256: name, bytes: size, isComplete: !name.endsWith(arriving), at: at.getTime() }
    })
    return [...unfinished.map((entry) => ({ ...entry, isComplete: false })), ...whole]
  }

  async function drop(owner: string, { sha256, isComplete }: Entry): Promise<void> {
    const path = pathOf(owner, sha256)
    if (isComplete) await storage.remove(path)
    else await storage.pieces.drop(path)
    await ledger.remove(owner, sha256)
    await uses.forget(path)
  }

  /** Deletes the longest unused of this person's other files until so many bytes fit. */
  async function freeQuota(owner: string, sha256: string, bytes: number, isNew: boolean): Promise<void> {
    const entries = await entriesOf(owner)
    const others = entries.filter((entry) => entry.sha256 !== sha256)
    let total = entries.reduce((sum, entry) => sum + entry.bytes, bytes)
    let unfinished = others.filter(({ isComplete }) => !isComplete).length + (isNew ? 1 : 0)
    for (const entry of others.filter(({ at }) => now() - at > restingMs).sort((a, b) => a.at - b.at)) {
      if (total <= max && unfinished <= maxUnfinished) break
      await drop(owner, entry)
      total -= entry.bytes
      if (!entry.isComplete) unfinished -= 1
    }
    if (total > max || unfinished > maxUnfinished)
      throw new ApiError('rate_limited', 'Too many files are on their way. Please wait.', { retryAfter: 60 })
  }

  /** Drops what is wrong, so that it alone is sent again: pieces that were lost, or all where the content is another. */
  async function repair(owner: string, sha256: string): Promise<void> {
    const path = pathOf(owner, sha256)
    const wrong = await storage.pieces.findWrong(path, await ledger.pieces(owner, sha256))
    // Another process may have finished it meanwhile.
    if (await storage.stat(path)) return
    for (const { at } of wrong) await ledger.remove(owner, sha256, at)
    if (wrong.length) return
    await ledger.remove(owner, sha256)
    await storage.pieces.drop(path)
    throw fieldError('sha256', 'checksum')
  }

  async function finish(owner: string, sha256: string): Promise<void> {
    const path = pathOf(owner, sha256)
    const pieces = await ledger.pieces(owner, sha256)
    if (!(await storage.pieces.join(path, pieces, sha256)) && !(await storage.stat(path))) return repair(owner, sha256)
    await uses.touch(path, (await storage.stat(path))?.size ?? 0)
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
    // The next request for it has the failure of a check that took longer.
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
        await freeQuota(owner, sha256, content.byteLength, before.held.length === 0)
        const piece = { at: offset, length: content.byteLength, digest }
        await storage.pieces.put(pathOf(owner, sha256), piece, content)
        await ledger.add(owner, sha256, piece)
      }
      return state(owner, sha256, size)
    },
    async begin(owner, bytes) {
      const name = `${randomUUID()}${arriving}`
      await freeQuota(owner, name, bytes, true)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await assertRoom(folder, bytes, room)
      await uses.touch(pathOf(owner, name), bytes)
      const path = join(folder, name)
      const abandon = async () => {
        await rm(path, { force: true })
        await uses.forget(pathOf(owner, name))
      }
      return {
        path,
        abandon,
        async adopt(sha256) {
          await uses.touch(pathOf(owner, sha256), (await stat(path)).size)
          await storage.put(pathOf(owner, sha256), { local: path })
          await storage.pieces.drop(pathOf(owner, sha256))
          await ledger.remove(owner, sha256)
          await abandon()
        },
      }
    },
    async find(owner, sha256) {
      const found = await storage.stat(pathOf(owner, sha256))
      return found && { path: pathOf(owner, sha256), size: found.size }
    },
    async read(owner, sha256) {
      const content = await storage.open(pathOf(owner, sha256))
      if (content && hashOf(content) === sha256) return content
      if (content) await storage.remove(pathOf(owner, sha256))
      return null
    },
    async sweep(before) {
      let removed = await storage.pieces.sweep(prefix, before)
      for await (const { path, at } of storage.list(prefix)) {
        if (at >= before) continue
        await storage.remove(path)
        removed += 1
      }
      for (const [path, { at }] of await uses.below(prefix)) if (at < before) await uses.forget(path)
      await ledger.sweep(before)
      for (const name of await readdir(folder).catch(() => [])) {
        const found = await stat(join(folder, name)).catch(() => null)
        if (found && found.mtime < before) await rm(join(folder, name), { force: true })
      }
      return removed
    },
  }
}
