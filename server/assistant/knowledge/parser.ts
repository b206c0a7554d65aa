/** Program that parses one document, started by parse-apart.ts: it exits on too much memory, and is killed on timeout. */
import { Worker } from 'node:worker_threads'
import { type Parsed, parseDocument } from './parse.ts'

export interface ParseRequest {
  bytes: Uint8Array
  name: string
  /** Maximum bytes of the program. */
  memory: number
}

/** Chunks, sent in parts so that the receiver is not blocked; the last message has none. */
export type ParseMessage =
  | { chunks: Extract<Parsed, { ok: true }>['chunks'] }
  | { end: Exclude<Parsed, { ok: true }> | { ok: true; type: string } }

const atOnce = 200

/** A thread, because endless unpacking blocks the main one. */
const watch = `const { workerData } = require('node:worker_threads')
setInterval(() => { if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL') }, 20)`

const send = (message: ParseMessage) => new Promise<void>((resolve) => process.send?.(message, undefined, {}, () => resolve()))

process.once('message', async ({ bytes, name, memory }: ParseRequest) => {
  new Worker(watch, { eval: true, workerData: memory }).unref()
  // pdf.js does not accept a Buffer.
  const parsed = await parseDocument(new Uint8Array(bytes), name)
  if (parsed.ok) {
    for (let at = 0; at < parsed.chunks.length; at += atOnce) await send({ chunks: parsed.chunks.slice(at, at + atOnce) })
    await send({ end: { ok: true, type: parsed.type } })
  } else await send({ end: parsed })
  process.disconnect()
})
