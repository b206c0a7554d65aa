import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

function readText(read: () => string): string | null {
  try {
    return read()
  } catch {
    return null
  }
}

/**
 * Where process numbers mean the same as here: this boot of this machine and, in a container, this container. Only of a process
 * there can its number say whether it runs.
 */
export function processSpace(): string {
  const boot = readText(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const numbers = readText(() => readlinkSync('/proc/self/ns/pid'))
  return [hostname(), boot, numbers].filter(Boolean).join(' ')
}

/**
 * When a process began, in ticks since boot: with its number it names one process, as numbers are used again. Null for one that
 * is gone, that ended and was not cleared away by its parent yet (a zombie), or where the system does not tell (no Linux).
 */
export function startOf(pid: number): string | null {
  const stat = readText(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The program's name stands in brackets and may hold anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  const [state] = fields
  return state === undefined || state === 'Z' || state === 'X' ? null : (fields[19] ?? null)
}

/** Whether some process has this number. Elsewhere than on Linux a zombie counts, too. */
export function isRunning(pid: number): boolean {
  if (startOf(process.pid) !== null) return startOf(pid) !== null
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
