/** One upload under kills of its client, of the API and of the line: each costs one piece at most. */
import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { maxPieceBytes, stagedState } from '#contract/uploads.ts'
import { signInTo } from '#tests/support/client.ts'
import { startProxy } from '#tests/support/proxy.ts'
import { startServer } from '#tests/support/server.ts'
import type { ServerOptions } from '#tests/support/server-process.ts'

export interface UploadKillsReport {
  bytes: number
  /** Bytes that went over the line, with headers. */
  sent: number
  /** Pieces that were sent again, at their largest size. */
  repeated: number
  complete: boolean
  /** Bytes of the API's memory over its idle, at most; null where the system does not say. */
  memory: number | null
  seconds: number
}

const faults = ['line', 'api', 'client'] as const

async function writeFileOf(path: string, bytes: number): Promise<string> {
  const file = await open(path, 'w')
  const block = randomBytes(1_000_000)
  for (let at = 0; at < bytes; at += block.length) {
    block.writeDoubleBE(at, 0)
    await file.write(block, 0, Math.min(block.length, bytes - at))
  }
  await file.close()
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Resident bytes of a process. */
function memoryOf(pid: number): number | null {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024
  } catch {
    return null
  }
}

/** Kills at even steps of the upload, in turn; throws when it does not end within `within` ms. */
export async function runUploadKills(
  bytes: number,
  kills: number,
  options: ServerOptions = {},
  within = 1_800_000,
): Promise<UploadKillsReport> {
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-upload-'))
  const path = join(folder, 'film.mp4')
  const server = await startServer({ env: { DEMO_LEADS: '0', DEMO_ROOMS: '0', LOG_LEVEL: 'warn' }, ...options })
  const proxy = await startProxy(server)
  const running: { client?: ChildProcess } = {}
  const begin = performance.now()
  let [received, complete, idle, memory] = [0, false, memoryOf(server.pid) ?? 0, 0]
  try {
    const sha256 = await writeFileOf(path, bytes)
    const { session, fetch } = await signInTo(server.url, 'root')
    const start = () => {
      const client = fork(join(import.meta.dirname, 'upload-client.ts'), [proxy.url, session.token, path, sha256], {
        execArgv: ['--import', 'tsx'],
      })
      client.on('message', (message: { bytes?: number; done?: true }) => {
        received = Math.max(received, message.bytes ?? 0)
        complete ||= message.done === true
      })
      running.client = client
    }
    const look = () => {
      memory = Math.max(memory, (memoryOf(server.pid) ?? 0) - idle)
      if (performance.now() - begin > within) throw new Error(`the upload stands at ${received} of ${bytes}\n${server.log()}`)
      return pause(20)
    }
    start()
    for (let kill = 0; kill < kills; kill += 1) {
      while (received < (bytes * (kill + 0.5)) / kills && !complete) await look()
      const fault = faults[kill % faults.length]
      if (fault === 'line') {
        await proxy.set({ as: 'drop' })
        await pause(300)
        await proxy.set({ as: 'pass' })
      } else if (fault === 'api') {
        await server.killAndRestart()
        idle = memoryOf(server.pid) ?? 0
      } else {
        running.client?.kill('SIGKILL')
        start()
      }
    }
    while (!complete) await look()
    const asked = await fetch(`${stagedState.path.replace('{sha256}', sha256)}?size=${bytes}`)
    const state: { complete: boolean } = await asked.json()
    const sent = proxy.uploaded
    // Headers of some hundred bytes belong to each piece; small ones come first after each kill.
    const pieces = Math.ceil(bytes / maxPieceBytes) + 10 * (kills + 1)
    const repeated = Math.max(0, sent - bytes - pieces * 700) / maxPieceBytes
    return { bytes, sent, repeated, complete: state.complete, memory: idle ? memory : null, seconds: (performance.now() - begin) / 1_000 }
  } finally {
    running.client?.kill('SIGKILL')
    await proxy.close()
    await server.dispose()
    await rm(folder, { recursive: true, force: true })
  }
}
