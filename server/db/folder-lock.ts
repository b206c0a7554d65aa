/**
 * Lock of the database folder; two writing processes would destroy it. The file names its holder: process number, start time, boot and
 * machine, so that it is taken over at once after a `kill -9` or a reboot. A holder elsewhere, such as another container on the volume, is
 * judged by its heartbeat: the file's time.
 */
import { createHash, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { makeFolder } from './make-folder.ts'
import { isRunning, processSpace, startOf } from './process-identity.ts'

const heartbeat = 5_000
/** Heartbeats are stale after six missed ones, because long queries of the embedded database delay timers. */
const staleAfter = 30_000
const lookAgainAfter = 250

const holderForm = v.object({ pid: v.number(), start: v.nullable(v.string()), space: v.string(), token: v.string() })
type Holder = v.InferOutput<typeof holderForm>

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

function readLock(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Earlier versions wrote only the number. */
function holderOf(content: string): Holder | null {
  if (/^\d+$/.test(content)) return { pid: Number(content), start: null, space: processSpace(), token: '' }
  try {
    return v.parse(holderForm, JSON.parse(content))
  } catch {
    return null
  }
}

/** Ms since the last heartbeat. */
function silence(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Folders locked by this process: a lock with its number beside these is a leftover (containers reuse numbers). */
const ownFolders = new Set<string>()

type Judgement = 'alive' | 'dead' | 'unknown'

/** Judges a holder without its heartbeat. */
function judge(holder: Holder | null): Judgement {
  if (!holder) return 'unknown'
  if (ownFolders.has(holder.token)) return 'alive'
  if (holder.space !== processSpace()) return 'unknown'
  if (holder.pid === process.pid || !isRunning(holder.pid)) return 'dead'
  if (holder.start === null) return startOf(process.pid) === null ? 'unknown' : 'alive'
  return startOf(holder.pid) === holder.start ? 'alive' : 'dead'
}

/** Milliseconds after which a removal of a dead lock was abandoned; it takes no longer than two reads. */
const removalEndsWithin = 10_000

/** By ctime, which a link changes: the mtime is that of the dead holder's last heartbeat. */
function isLeftBehind(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.ctimeMs > removalEndsWithin
}

/**
 * Removes the lock of a dead holder with content `dead`. Only one process may: the one that links it to a name derived from its content.
 * The compared content can no longer change, so no other lock is removed.
 */
function removeLock(path: string, dead: string): void {
  const claim = `${path}.${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`
  try {
    linkSync(path, claim)
  } catch (error) {
    if (isCode(error, 'EEXIST') && isLeftBehind(claim)) rmSync(claim, { force: true })
    else if (!isCode(error, 'EEXIST') && !isCode(error, 'ENOENT')) throw error
    return
  }
  try {
    if (readLock(claim) === dead) rmSync(path, { force: true })
  } finally {
    rmSync(claim, { force: true })
  }
}

/** Writes the lock atomically, unless there is one. */
function createLock(path: string, content: string): boolean {
  const own = `${path}.${randomUUID()}`
  writeFileSync(own, content, { mode: 0o600 })
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

/** Ends a process that lost the lock, because two writers destroy a database. */
function lost(folder: string): void {
  process.stderr.write(`lapangan: another process took over the database in ${folder}\n`)
  process.exit(1)
}

function hold(folder: string, path: string, content: string, token: string, onLost: (folder: string) => void): () => void {
  ownFolders.add(token)
  const beat = setInterval(() => {
    if (readLock(path) !== content) onLost(folder)
    else utimesSync(path, new Date(), new Date())
  }, heartbeat).unref()
  return () => {
    clearInterval(beat)
    ownFolders.delete(token)
    if (readLock(path) === content) rmSync(path, { force: true })
  }
}

/**
 * Locks the folder for this process and returns its release. The lock of a dead process is taken over at once, one of an unknown process
 * once its heartbeat is `stale` ms old. Throws while another holds it.
 */
export async function lockFolder(folder: string, { stale = staleAfter, onLost = lost } = {}): Promise<() => void> {
  makeFolder(folder)
  const path = join(folder, 'lapangan.lock')
  const token = randomUUID()
  const self: Holder = { pid: process.pid, start: startOf(process.pid), space: processSpace(), token }
  const content = JSON.stringify(self)
  const until = Date.now() + stale + 2 * lookAgainAfter
  while (!createLock(path, content)) {
    const found = readLock(path)
    if (found === null) continue
    const holder = holderOf(found)
    const state = judge(holder)
    if (state === 'alive' || (state === 'unknown' && Date.now() > until))
      throw new Error(`the database in ${folder} is in use by process ${holder?.pid ?? 'unknown'}`)
    if (state === 'dead' || silence(path) > stale) removeLock(path, found)
    // Another process may be removing it.
    if (readLock(path) !== null) await pause(lookAgainAfter)
  }
  return hold(folder, path, content, token, onLost)
}
