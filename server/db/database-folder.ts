/**
 * Checks by reading alone whether the embedded Postgres can open a folder: PGlite overwrites an unknown one, whatever it contains, and
 * writes to a damaged one before it fails.
 */
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ControlFile, readControlFile, walFileName } from './control-file.ts'
import { errorLine } from './error-line.ts'
import { relationFault, transactionFault } from './relation-files.ts'

/** Version of Postgres in PGlite. */
const major = '18'
const pageSize = 8_192
const recordHeaderSize = 24

const folders = [
  ...['base', 'global', 'pg_commit_ts', 'pg_dynshmem', 'pg_logical', 'pg_logical/mappings', 'pg_logical/snapshots', 'pg_multixact'],
  ...['pg_multixact/members', 'pg_multixact/offsets', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat', 'pg_stat_tmp'],
  ...['pg_subtrans', 'pg_tblspc', 'pg_twophase', 'pg_wal', 'pg_xact'],
]
/** `base/5` is the database that the program uses. */
const files = [
  'postgresql.conf',
  'pg_hba.conf',
  'pg_ident.conf',
  'global/pg_control',
  'global/pg_filenode.map',
  'base/5/PG_VERSION',
  'base/5/pg_filenode.map',
]

const found = (path: string) => statSync(path, { throwIfNoEntry: false })

function versionFault(data: string): string | null {
  if (!found(join(data, 'PG_VERSION'))) return 'PG_VERSION is missing, so it is no database or has lost a part'
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (version === major) return null
  return /^\d{1,3}$/.test(version) ? `it is of Postgres ${version} and this program has ${major}` : 'PG_VERSION is damaged'
}

function partFault(data: string): string | null {
  const folder = folders.find((name) => !found(join(data, name))?.isDirectory())
  if (folder) return `${folder}/ is missing`
  const file = files.find((name) => !found(join(data, name))?.size)
  return file ? `${file} is missing or empty` : null
}

/** Bytes of the header of a page of the log, and of the first page of a file. */
const pageHeaderSize = { page: 24, file: 40 } as const

/** Reads bytes of one file of the log; those behind its end are 0. */
function readLog(data: string, control: ControlFile, position: bigint, length: number): Buffer {
  const size = BigInt(control.segmentSize)
  const bytes = Buffer.alloc(length)
  const file = openSync(join(data, 'pg_wal', walFileName(control, position / size)), 'r')
  try {
    readSync(file, bytes, 0, length, Number(position % size))
  } finally {
    closeSync(file)
  }
  return bytes
}

/** The header of a record, which goes on behind the header of the next page where it does not end on its own. */
function readRecordHeader(data: string, control: ControlFile, position: bigint): Buffer {
  const room = pageSize - Number(position % BigInt(pageSize))
  if (room >= recordHeaderSize) return readLog(data, control, position, recordHeaderSize)
  const next = position + BigInt(room)
  const skipped = next % BigInt(control.segmentSize) === 0n ? pageHeaderSize.file : pageHeaderSize.page
  return Buffer.concat([readLog(data, control, position, room), readLog(data, control, next + BigInt(skipped), recordHeaderSize - room)])
}

/** Returns whether the log has the checkpoint record, of the right type and on the right page. */
function hasCheckpoint(data: string, control: ControlFile): boolean {
  const { checkpoint } = control
  const pageStart = checkpoint - (checkpoint % BigInt(pageSize))
  const page = readLog(data, control, pageStart, 16)
  const record = readRecordHeader(data, control, checkpoint)
  const [info, manager] = [record.readUInt8(16) & 0xf0, record.readUInt8(17)]
  const isCheckpoint = manager === 0 && (info === 0x00 || info === 0x10) && record.readUInt32LE(0) > recordHeaderSize
  return page.readBigUInt64LE(8) === pageStart && isCheckpoint
}

function logFault(data: string, control: ControlFile): string | null {
  const size = BigInt(control.segmentSize)
  const sizes = new Map(readdirSync(join(data, 'pg_wal')).map((file) => [file, found(join(data, 'pg_wal', file))?.size]))
  const last =
    [...sizes.keys()]
      .filter((file) => /^[0-9A-F]{24}$/.test(file))
      .sort()
      .at(-1) ?? ''
  let name = ''
  for (let segment = control.redo / size; name < last || segment <= control.checkpoint / size; segment++) {
    name = walFileName(control, segment)
    if (sizes.get(name) === undefined) return `pg_wal/${name} is missing, a part of the write-ahead log`
    if (sizes.get(name) !== control.segmentSize) return `pg_wal/${name}, a part of the write-ahead log, is cut short`
  }
  return hasCheckpoint(data, control) ? null : 'the write-ahead log does not have the last checkpoint'
}

function faultOf(data: string): string | null {
  const fault = versionFault(data) ?? partFault(data)
  if (fault) return fault
  const control = readControlFile(data)
  if (!control) return 'global/pg_control is damaged'
  return logFault(data, control) ?? transactionFault(data, control) ?? relationFault(data, control)
}

/** Error of a database that needs an operator. */
export function cannotOpen(path: string, reason: string): Error {
  const wayOut = 'restore a backup (npm run backup -- restore FILE), or move it away to begin with an empty database'
  return new Error(`the database in ${path} cannot be opened: ${reason}; ${wayOut}`)
}

/** Returns true for a whole database, false for none. Throws otherwise, with a remedy. */
export function isDatabaseFolder(data: string): boolean {
  let fault: string | null
  try {
    const folder = found(data)
    if (!folder || (folder.isDirectory() && !readdirSync(data).length)) return false
    fault = folder.isDirectory() ? faultOf(data) : 'it is a file and no folder'
  } catch (error) {
    fault = errorLine(error)
  }
  if (fault === null) return true
  throw cannotOpen(data, fault)
}
