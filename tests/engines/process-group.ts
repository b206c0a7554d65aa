/** A program with all the processes that it starts, which end at once. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

export interface ProcessGroup {
  readonly child: ChildProcess
  /** SIGKILL to all of them; resolves when the first one is gone. */
  kill(): Promise<void>
}

const running = new Set<number>()
const end = (pid: number) => {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}
process.once('exit', () => {
  for (const pid of running) end(pid)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

export function spawnGroup(program: string, args: readonly string[], options: SpawnOptions): ProcessGroup {
  const child = spawn(program, args, { ...options, detached: true })
  const { pid } = child
  if (!pid) throw new Error(`${program} does not start`)
  running.add(pid)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    child,
    async kill() {
      end(pid)
      await ended
      running.delete(pid)
    },
  }
}
