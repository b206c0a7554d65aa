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

/**
 * Takes the database folder for this process; the embedded database breaks when two write to it. The lock of a process
 * that is gone is taken over. Throws when another process holds it. Returns what releases it.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'lapangan.lock')
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const handle = openSync(path, 'wx')
      writeSync(handle, String(process.pid))
      closeSync(handle)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      const holder = Number(readFileSync(path, 'utf8'))
      // In a container every start may have the same process id, so our own number in the file is a leftover.
      if (holder > 0 && holder !== process.pid && isRunning(holder))
        throw new Error(`the database in ${folder} is in use by process ${holder}`)
      rmSync(path, { force: true })
    }
  }
  throw new Error(`the database in ${folder} could not be locked`)
}
