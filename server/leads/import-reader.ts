/** The thread that reads an imported file; a program of its own, started by import-thread.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { type ReadRequest, readRows } from '#contract/import/read-rows.ts'

const request: ReadRequest = workerData
parentPort?.postMessage(await readRows(request))
