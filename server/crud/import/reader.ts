/** The thread that reads an imported file; a program of its own, started by read-thread.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { readTexts, type TableRequest } from '#contract/import/read-texts.ts'

const request: TableRequest = workerData
parentPort?.postMessage(await readTexts(request))
