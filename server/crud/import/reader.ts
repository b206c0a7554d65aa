/** The thread that reads an imported file; a program of its own, started by read-thread.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { type ReadRequest, readRows, readTexts, type TableRequest } from '#contract/import/read-rows.ts'

const request: ReadRequest | TableRequest = workerData
parentPort?.postMessage(await ('mapping' in request ? readRows(request) : readTexts(request)))
