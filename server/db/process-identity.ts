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
 * Scope in which process numbers are valid: this boot of this machine and, if any, this container. Only there does a number tell whether
 * its process runs.
 */
export function processSpace(): string {
  const boot = readText(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const numbers = readText(() => readlinkSync('/proc/self/ns/pid'))
  return [hostname(), boot, numbers].filter(Boolean).join(' ')
}

/**
 * Returns a process's start in ticks since boot, which with its number is unique. Null if it is gone, a zombie, or unknown to the system
 * (no Linux).
 */
export function startOf(pid: number): string | null {
  const stat = readText(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The program's name is in brackets and may contain anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  const [state] = fields
  return state === undefined || state === 'Z' || state === 'X' ? null : (fields[19] ?? null)
}

/** Returns whether a process has this number; outside Linux also a zombie. */
export function isRunning(pid: number): boolean {
  if (startOf(process.pid) !== null) return startOf(pid) !== null
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
