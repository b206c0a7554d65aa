/** The program that reads one document, started by parse-apart.ts: it ends itself when it takes too much memory, and is ended when it takes too long. */
import { Worker } from 'node:worker_threads'
import { type Parsed, parseDocument } from './parse.ts'

export interface ParseRequest {
  bytes: Uint8Array
  name: string
  /** Bytes that the whole program may take. */
  memory: number
}

/** Chunks as they are sent, a part at a time, so that nobody who receives them is held up; the last message has none. */
export type ParseMessage =
  | { chunks: Extract<Parsed, { ok: true }>['chunks'] }
  | { end: Exclude<Parsed, { ok: true }> | { ok: true; type: string } }

const atOnce = 200

/** A thread of its own: what unpacks without end lets nothing else run. */
const watch = `const { workerData } = require('node:worker_threads')
setInterval(() => { if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL') }, 20)`

const send = (message: ParseMessage) => new Promise<void>((resolve) => process.send?.(message, undefined, {}, () => resolve()))

process.once('message', async ({ bytes, name, memory }: ParseRequest) => {
  new Worker(watch, { eval: true, workerData: memory }).unref()
  // It comes as a Buffer, which pdf.js does not take.
  const parsed = await parseDocument(new Uint8Array(bytes), name)
  if (parsed.ok) {
    for (let at = 0; at < parsed.chunks.length; at += atOnce) await send({ chunks: parsed.chunks.slice(at, at + atOnce) })
    await send({ end: { ok: true, type: parsed.type } })
  } else await send({ end: parsed })
  process.disconnect()
})
