/** Reads `global/pg_control`, Postgres' start state (struct ControlFileData of the embedded version). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ControlFile {
  /** Positions in the write-ahead log: of the last checkpoint, and of the oldest record needed to start from it. */
  checkpoint: bigint
  redo: bigint
  timeline: number
  /** Bytes of a log file. */
  segmentSize: number
  /** Shut down cleanly: the log is fully applied. */
  isStopped: boolean
  hasChecksums: boolean
  /** Next transaction id, multixact id and multixact offset. */
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

/** CRC-32C, the checksum of Postgres. */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** Returns null if damaged. Throws read errors. */
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

/** Returns the name of a log file by number. */
export function walFileName({ timeline, segmentSize }: Pick<ControlFile, 'timeline' | 'segmentSize'>, segment: bigint): string {
  const inEachGroup = 0x1_0000_0000n / BigInt(segmentSize)
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return hex(BigInt(timeline)) + hex(segment / inEachGroup) + hex(segment % inEachGroup)
}
