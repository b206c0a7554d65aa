/** Reads a file in a worker thread, with limits of memory and time. */
import type { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { TableRequest, TableResult } from '#contract/import/read-texts.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'

const maxMs = 60_000

const options = (workerData: TableRequest) => ({ workerData, resourceLimits: { maxOldGenerationSizeMb: 1_024 } })

/** Built, the thread is a file beside the program; in development and tests its source, run by tsx. */
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

/** Used part of a Worker. */
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

/** Reads two files at a time, because each may use a thread's full memory; others wait. */
export function createThreadReader(start: (request: TableRequest) => Thread) {
  const limited = createConcurrencyLimit(2)
  return (request: TableRequest) => limited(() => resultOf(start(request)))
}

/** Reports a file above the limits of memory or time as damaged. */
export const readInThread = createThreadReader(startThread)
