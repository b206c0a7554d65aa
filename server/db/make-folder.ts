import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from './flush.ts'

/** Creates a folder and its parents. Node's `recursive` reports a read-only disk as an absent folder. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process created it.
    if (!existsSync(folder)) throw error
  }
  syncFolder(dirname(folder))
}
