/**
 * Mark of a restore between its first and its last rename: rows of one installation, pictures of another. It stands until all are in place,
 * and no database opens beside it.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from './flush.ts'

const markOf = (dataDir: string) => join(dataDir, 'restore-unfinished')

/** Returns the name of the folder that keeps what was there before; null if no restore is unfinished. */
export function unfinishedRestore(dataDir: string): string | null {
  return existsSync(markOf(dataDir)) ? readFileSync(markOf(dataDir), 'utf8').trim() : null
}

/** Whole or not at all: an empty mark would name no folder of before, and the next restore would remove what is there. */
export function markRestore(dataDir: string, before: string): void {
  writeFileSync(`${markOf(dataDir)}.part`, `${before}\n`, { mode: 0o600, flush: true })
  renameSync(`${markOf(dataDir)}.part`, markOf(dataDir))
  syncFolder(dataDir)
}

export function unmarkRestore(dataDir: string): void {
  rmSync(markOf(dataDir), { force: true })
  syncFolder(dataDir)
}
