/** Part of the write-ahead log needed by a stopped database: the last checkpoint. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readControlFile, walFileName } from './control-file.ts'

const pageSize = 8_192
/** Bytes of the heads of files and pages. */
const fileHead = 40
const pageHead = 24
const aligned = (length: number) => Math.ceil(length / 8) * 8

/**
 * Returns the only log file needed, reduced to its last checkpoint: the rest has deleted rows and secrets. Null if the database was not
 * shut down cleanly or its checkpoint spans two files: it needs its whole log.
 */
export function restingLog(data: string): { name: string; content: Buffer } | null {
  const control = readControlFile(data)
  if (!control || control.redo !== control.checkpoint) return null
  const size = BigInt(control.segmentSize)
  const name = walFileName(control, control.checkpoint / size)
  const log = readFileSync(join(data, 'pg_wal', name))
  const content = Buffer.alloc(log.length)
  const keep = (from: number, to: number) => log.copy(content, from, from, to)
  let at = Number(control.checkpoint % size)
  let left = aligned(log.readUInt32LE(at))
  if (at + left + pageHead > log.length) return null
  keep(0, fileHead)
  keep(at - (at % pageSize), at - (at % pageSize) + pageHead)
  while (left > 0) {
    const end = at - (at % pageSize) + pageSize
    const part = Math.min(left, end - at)
    keep(at, at + part)
    left -= part
    if (left > 0) keep(end, end + pageHead)
    at = end + pageHead
  }
  return { name, content }
}
