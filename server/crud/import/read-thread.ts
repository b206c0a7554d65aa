/** Reads a file beside the server's own thread, with a bound on memory and time. */
import type { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { TableRequest, TableResult } from '#contract/import/read-texts.ts'
import { createConcurrencyLimit } from '#server/platform/core/concurrency-limit.ts'

const maxMs = 60_000

const options = (workerData: TableRequest) => ({ workerData, resourceLimits: { maxOldGenerationSizeMb: 1_024 } })

/** Built, the thread is a file beside the program; in development and tests its source, which a thread cannot run by itself. */
function startThread(request: TableRequest): Worker {
  if (import.meta.url.endsWith('.ts')) {
    const source = JSON.stringify(new URL('./reader.ts', import.meta.url).href)
    return new Worker(`import('tsx/esm/api').then(({ tsImport }) => tsImport(${source}, ${source}))`, { ...options(request), eval: true })
  }
  const beside = ['./import-reader.js', '../import-reader.js'].map((path) => new URL(path, import.meta.url))
  const url = beside.find((each) => existsSync(fileURLToPath(each)))
  if (!url) throw new Error('import-reader.js is missing')
  return new Worker(url, options(request))
}

/** What is used of a Worker. */
interface Thread extends EventEmitter {
  terminate(): Promise<number>
}

const damaged: TableResult = { ok: false, code: 'damaged', message: 'The file could not be read.' }

function resultOf(thread: Thread): Promise<TableResult> {
  return new Promise<TableResult>((resolve, reject) => {
    const timer = setTimeout(() => resolve(damaged), maxMs)
    thread.once('message', (response: TableResult) => resolve(response))
    thread.once('error', (error: Error & { code?: string }) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(damaged) : reject(error),
    )
    thread.once('exit', () => {
      clearTimeout(timer)
      resolve(damaged)
    })
  }).finally(() => void thread.terminate())
}

/** Reads two files at the same time, because each may take as much memory as a thread is given; the others wait. */
export function createThreadReader(start: (request: TableRequest) => Thread) {
  const limited = createConcurrencyLimit(2)
  return (request: TableRequest) => limited(() => resultOf(start(request)))
}

/** A file that takes more memory or time than any list does is said to be damaged. */
export const readInThread = createThreadReader(startThread)
