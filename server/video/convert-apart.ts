/** Converts a video in a separate program, one at a time: foreign files are read without secrets, and within bounds of memory. */
import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '#server/db/root.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'
import type { Converted, ConvertRequest } from './convert.ts'
import type { ConvertMessage } from './converter.ts'

/** Megabytes of objects, without buffers. */
const heap = 384

/** Built, a file beside the program; otherwise its source. */
function program(): { path: string; execArgv: string[] } {
  const bounded = [`--max-old-space-size=${heap}`]
  if (import.meta.url.endsWith('.ts'))
    return { path: fileURLToPath(new URL('./converter.ts', import.meta.url)), execArgv: [...bounded, '--import', 'tsx'] }
  const beside = ['./video-converter.js', '../video-converter.js'].map((name) => fileURLToPath(new URL(name, import.meta.url)))
  const path = beside.find((each) => existsSync(each))
  if (!path) throw new Error('video-converter.js is missing')
  return { path, execArgv: bounded }
}

function run(request: ConvertRequest, signal: AbortSignal, onPercent: (percent: number) => void): Promise<Converted> {
  const { path, execArgv } = program()
  const child = fork(path, {
    cwd: projectRoot,
    env: { PATH: process.env.PATH ?? '' },
    execArgv,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let converted: Converted | null = null
  // Not SIGKILL: it has to end ffmpeg.
  const stop = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  child.on('message', (message: ConvertMessage) => {
    if ('percent' in message) onPercent(message.percent)
    else converted = message.end
  })
  const ended = new Promise<Converted>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, killed) => {
      if (converted) resolve(converted)
      else
        reject(
          new Error(signal.aborted ? 'the video is converted no further' : `the program that converts videos ended with ${code ?? killed}`),
        )
    })
  })
  if (signal.aborted) stop()
  else child.send(request, () => undefined)
  return ended.finally(() => {
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
