/** The built server as a child process, on its own data folder, as in production. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './ports.ts'

const root = resolve(import.meta.dirname, '../..')
const built = join(root, 'dist/server/main.js')
const sources = ['--import', 'tsx', join(root, 'server/main.ts')]

/** Names the folder that new data folders are copied from, because filling one is slow. */
export const demoData = 'TEST_DEMO_DATA'

/** Says that the build is current: set by scripts/test.mjs. */
const newBuild = 'TEST_NEW_BUILD'

export interface ServerOptions {
  port?: number
  /** An existing folder is kept on dispose. */
  dataDir?: string
  /** With DEMO_LEADS the folder is filled anew, not copied. */
  env?: Readonly<Record<string, string>>
  readyWithin?: number
  /** Runs the sources instead of the build, which unit tests cannot assume to be current outside `npm test`. */
  fromSources?: true
}

export interface RunningServer {
  readonly port: number
  readonly url: string
  readonly dataDir: string
  /** Of the current process. */
  readonly pid: number
  /** Milliseconds from start to the first 200 of /health/ready. */
  readonly readyAfter: number
  /** Sends SIGTERM and waits; returns the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL. */
  kill(): Promise<void>
  /** SIGKILL and an immediate restart: the system may still hold the killed process. */
  killAndRestart(): Promise<void>
  /** Restarts on the same port and folder. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>
  /** Stops it and removes its folder. */
  dispose(): Promise<void>
  /** Its last log lines. */
  log(): string
}

interface Process {
  child: ChildProcess
  exited: Promise<number | null>
}

function launch(
  program: readonly string[],
  port: number,
  dataDir: string,
  env: Readonly<Record<string, string>>,
  lines: string[],
): Process {
  const { DATABASE_URL: _, NODE_ENV: __, ...inherited } = process.env
  const child = spawn(process.execPath, ['--enable-source-maps', ...program], {
    cwd: root,
    env: { ...inherited, PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const keep = (chunk: Buffer) => {
    lines.push(...String(chunk).split('\n').filter(Boolean))
    lines.splice(0, lines.length - 200)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return { child, exited: new Promise((done) => child.once('exit', (code) => done(code))) }
}

export async function newDataDir(env: ServerOptions['env']): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lapangan-'))
  const filled = process.env[demoData]
  if (filled && !env?.DEMO_LEADS) await cp(filled, dataDir, { recursive: true })
  return dataDir
}

/** Milliseconds until /health/ready returns 200; throws with the log on exit or timeout. */
async function ready(url: string, run: Process, within: number, lines: string[]): Promise<number> {
  const begin = performance.now()
  let ended = false
  run.exited.then(() => {
    ended = true
  })
  while (performance.now() - begin < within) {
    if (ended) throw new Error(`the server ended with ${run.child.exitCode}:\n${lines.join('\n')}`)
    const answer = await fetch(`${url}/health/ready`).catch(() => null)
    if (answer?.ok) return performance.now() - begin
    await pause(25)
  }
  run.child.kill('SIGKILL')
  throw new Error(`the server is not ready after ${within} ms:\n${lines.join('\n')}`)
}

export async function startProcess(options: ServerOptions = {}): Promise<RunningServer> {
  const isNew = process.env[newBuild] === 'true'
  const program = options.fromSources && !isNew ? sources : [built]
  if (program[0] === built && !existsSync(built)) throw new Error('dist/server/main.js is missing: run npm run build')
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? (await newDataDir(options.env))
  const within = options.readyWithin ?? 120_000
  const url = `http://127.0.0.1:${port}`
  const lines: string[] = []
  let run = launch(program, port, dataDir, options.env ?? {}, lines)
  let readyAfter = await ready(url, run, within, lines)

  async function end(signal: NodeJS.Signals) {
    if (run.child.exitCode === null && run.child.signalCode === null) run.child.kill(signal)
    return run.exited
  }
  return {
    port,
    url,
    dataDir,
    get pid() {
      return run.child.pid ?? 0
    },
    get readyAfter() {
      return readyAfter
    },
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL')
    },
    async killAndRestart() {
      run.child.kill('SIGKILL')
      run = launch(program, port, dataDir, options.env ?? {}, lines)
      readyAfter = await ready(url, run, within, lines)
    },
    async restart(env = {}) {
      await end('SIGTERM')
      run = launch(program, port, dataDir, { ...options.env, ...env }, lines)
      readyAfter = await ready(url, run, within, lines)
    },
    async dispose() {
      const polite = await Promise.race([end('SIGTERM').then(() => true), pause(10_000).then(() => false)])
      if (!polite) await end('SIGKILL')
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
    log: () => lines.join('\n'),
  }
}
