import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** What this process holds: its own number in a file it does not hold is a leftover (containers start with the same one). */
const held = new Set<string>()

/**
 * Takes the database folder for this process; the embedded database breaks when two write to it. The lock of a process
 * that is gone is taken over. Throws while it is held, by another process or by this one. Returns what releases it.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'lapangan.lock')
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const handle = openSync(path, 'wx')
      writeSync(handle, String(process.pid))
      closeSync(handle)
      held.add(path)
      return () => {
        held.delete(path)
        rmSync(path, { force: true })
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      const holder = Number(readFileSync(path, 'utf8'))
      if (held.has(path) || (holder > 0 && holder !== process.pid && isRunning(holder)))
        throw new Error(`the database in ${folder} is in use by process ${holder}`)
      rmSync(path, { force: true })
    }
  }
  throw new Error(`the database in ${folder} could not be locked`)
}
