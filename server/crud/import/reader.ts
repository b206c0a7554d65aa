/** Entry point of the thread that reads an imported file, started by read-thread.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { readTexts, type TableRequest } from '#contract/import/read-texts.ts'

const request: TableRequest = workerData
parentPort?.postMessage(await readTexts(request))
