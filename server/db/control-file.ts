/** Reads `global/pg_control`, where Postgres keeps how to start again (its struct ControlFileData of the version that is embedded). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ControlFile {
  /** Places in the write-ahead log: of the last checkpoint, and of the oldest record that is needed to start from it. */
  checkpoint: bigint
  redo: bigint
  timeline: number
  /** Bytes of one file of the log. */
  segmentSize: number
  /** It was stopped well: everything of the log is in the files. */
  isStopped: boolean
  hasChecksums: boolean
  /** The numbers that the next transaction, the next group of those that lock one row, and the next member of such a group get. */
  nextTransaction: number
  nextGroup: number
  nextGroupMember: number
}

const fileSize = 8_192
const crcAt = 292

const polynomial = 0x82f63b78
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1
  return value
})

/** CRC-32C, by which Postgres knows its own bytes. */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** Null for one that is damaged. Throws what reading it throws. */
export function readControlFile(data: string): ControlFile | null {
  const bytes = readFileSync(join(data, 'global/pg_control'))
  if (bytes.length !== fileSize || crc32c(bytes.subarray(0, crcAt)) !== bytes.readUInt32LE(crcAt)) return null
  return {
    checkpoint: bytes.readBigUInt64LE(32),
    redo: bytes.readBigUInt64LE(40),
    timeline: bytes.readUInt32LE(48),
    segmentSize: bytes.readUInt32LE(228),
    isStopped: bytes.readUInt32LE(16) === 1,
    hasChecksums: bytes.readUInt32LE(252) === 1,
    nextTransaction: bytes.readUInt32LE(64),
    nextGroup: bytes.readUInt32LE(76),
    nextGroupMember: bytes.readUInt32LE(80),
  }
}

/** The name of the log's file with this number. */
export function walFileName({ timeline, segmentSize }: Pick<ControlFile, 'timeline' | 'segmentSize'>, segment: bigint): string {
  const inEachGroup = 0x1_0000_0000n / BigInt(segmentSize)
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return hex(BigInt(timeline)) + hex(segment / inEachGroup) + hex(segment % inEachGroup)
}
