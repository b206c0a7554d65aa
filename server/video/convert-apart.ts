/** Converts a video in a separate program, one at a time: foreign files are read without secrets, and within bounds of memory. */
import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '#server/db/root.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'
import type { Converted, ConvertRequest } from './convert.ts'
import type { ConvertMessage } from './converter.ts'

/** Megabytes of objects, without buffers. */
const heap = 384
/** Kilobytes of all that the program, and each of those that it starts, may write to: a film of 8K takes 1.3 GB. */
const memory = 2_097_152
/** Milliseconds without a word of its progress, after which it hangs. */
const silentMs = 600_000

/** Built, a file beside the program; otherwise its source. */
function program(): { path: string; execArgv: string[] } {
  const ofHeap = [`--max-old-space-size=${heap}`]
  if (import.meta.url.endsWith('.ts'))
    return { path: fileURLToPath(new URL('./converter.ts', import.meta.url)), execArgv: [...ofHeap, '--import', 'tsx'] }
  const beside = ['./video-converter.js', '../video-converter.js'].map((name) => fileURLToPath(new URL(name, import.meta.url)))
  const path = beside.find((each) => existsSync(each))
  if (!path) throw new Error('video-converter.js is missing')
  return { path, execArgv: ofHeap }
}

/** In place of Node: a shell that bounds the memory of what follows. Other systems bound the heap and single allocations alone. */
const shell = '/bin/sh'
const bounded = process.platform === 'linux' && existsSync(shell)
const boundedNode = ['-c', `ulimit -d ${memory} 2>/dev/null; exec "$0" "$@"`, process.execPath]

/** Ends it with all that it has started, also while it is deaf to other signals. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === 'win32') return void child.kill()
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It is over.
  }
}

function run(request: ConvertRequest, signal: AbortSignal, onPercent: (percent: number) => void): Promise<Converted> {
  const { path, execArgv } = program()
  const child = fork(path, {
    cwd: projectRoot,
    env: { PATH: process.env.PATH ?? '' },
    ...(bounded ? { execPath: shell, execArgv: [...boundedNode, ...execArgv] } : { execArgv }),
    // The leader of a group, which ends as a whole.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let converted: Converted | null = null
  let isSilent = false
  const stop = () => endGroup(child)
  const hang = () => {
    isSilent = true
    stop()
  }
  let timer = setTimeout(hang, silentMs)
  signal.addEventListener('abort', stop)
  child.on('message', (message: ConvertMessage) => {
    clearTimeout(timer)
    timer = setTimeout(hang, silentMs)
    if ('percent' in message) onPercent(message.percent)
    else converted = message.end
  })
  const ended = new Promise<Converted>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, killed) => {
      if (converted) resolve(converted)
      else if (signal.aborted) reject(new Error('the video is converted no further'))
      else reject(new Error(`the program that converts videos ${isSilent ? 'hung' : `ended with ${code ?? killed}`}`))
    })
  })
  if (signal.aborted) stop()
  else child.send(request, () => undefined)
  return ended.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    stop()
  })
}

const limit = createConcurrencyLimit(1)

/** Rejects if the program fails, or `signal` aborts. */
export function convertApart(
  request: ConvertRequest,
  signal: AbortSignal,
  onPercent: (percent: number) => void = () => undefined,
): Promise<Converted> {
  return limit(async () => {
    signal.throwIfAborted()
    return run(request, signal, onPercent)
  })
}
