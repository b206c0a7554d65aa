/** Hashes files on another thread: two gigabytes would hold up every request. */
import { Worker } from 'node:worker_threads'

const program = `const { createHash } = require('node:crypto')
const { closeSync, openSync, readSync } = require('node:fs')
const { parentPort, workerData } = require('node:worker_threads')
const { path, ranges } = workerData
const file = openSync(path, 'r')
const buffer = Buffer.allocUnsafe(1 << 20)
const digestOf = ({ from, to }) => {
  const hash = createHash('sha256')
  for (let at = from; at < to; ) {
    const read = readSync(file, buffer, 0, Math.min(buffer.length, to - at), at)
    if (read === 0) break
    hash.update(buffer.subarray(0, read))
    at += read
  }
  return hash.digest('hex')
}
const digests = ranges.map(digestOf)
closeSync(file)
parentPort.postMessage(digests)`

/** Returns the sha256 of each range of bytes, `to` excluded. Rejects if the file cannot be read. */
export function hashRanges(path: string, ranges: readonly { from: number; to: number }[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true, workerData: { path, ranges } })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the file was not hashed')))
  })
}

export async function hashFile(path: string): Promise<string> {
  const [digest = ''] = await hashRanges(path, [{ from: 0, to: Number.MAX_SAFE_INTEGER }])
  return digest
}
