/**
 * Checks relation files that Postgres reads before its start: those that pg_class, read from disk, lists for certain. Files made or dropped
 * by unfinished transactions are left out.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ControlFile, crc32c } from './control-file.ts'
import { checksumOf } from './page-checksum.ts'

const pageSize = 8_192
/** Bytes 18 and 19 of a page: size and layout version. */
const pageLayout = pageSize | 4
const headerSize = 24
const database = 'base/5'
const pgClass = 1_259
const firstUserId = 16_384

type FileNumbers = ReadonlyMap<number, number>

/** Files of catalogs that pg_class cannot locate. Null for a damaged map. */
function readMap(path: string): FileNumbers | null {
  const bytes = readFileSync(path)
  const count = bytes.length === 524 ? bytes.readUInt32LE(4) : 0
  if (bytes.length !== 524 || bytes.readUInt32LE(0) !== 0x592717 || count > 64) return null
  if (crc32c(bytes.subarray(0, 520)) !== bytes.readUInt32LE(520)) return null
  return new Map(Array.from({ length: count }, (_, at) => [bytes.readUInt32LE(8 + at * 8), bytes.readUInt32LE(12 + at * 8)]))
}

/** A page added but never written is all zeros. */
function isSane(page: Buffer): boolean {
  const [lower, upper, special] = [page.readUInt16LE(12), page.readUInt16LE(14), page.readUInt16LE(16)]
  if (upper === 0) return page.every((byte) => byte === 0)
  return page.readUInt16LE(18) === pageLayout && headerSize <= lower && lower <= upper && upper <= special && special <= pageSize
}

/** Returns the first unreadable page, in words. */
function pageFault(content: Buffer, control: ControlFile): string | null {
  for (let at = 0; (at + 1) * pageSize <= content.length; at++) {
    const page = content.subarray(at * pageSize, (at + 1) * pageSize)
    const isNew = page.readUInt16LE(14) === 0
    // Pages torn by a power cut are restored from the log.
    const isChecked = control.isStopped && control.hasChecksums && !isNew
    if (!isSane(page) || (isChecked && checksumOf(page, at) !== page.readUInt16LE(8))) return `page ${at} is damaged`
  }
  return null
}

interface Relation {
  id: number
  file: number
  isShared: boolean
  pages: number
}

const committed = 0x100
const xmaxInvalid = 0x800

/** Relations created by finished transactions and unchanged since. */
function* relationsOf(content: Buffer): Generator<Relation> {
  for (let start = 0; start + pageSize <= content.length; start += pageSize) {
    const page = content.subarray(start, start + pageSize)
    for (let at = headerSize; at < page.readUInt16LE(12); at += 4) {
      const pointer = page.readUInt32LE(at)
      const [offset, isNormal, length] = [pointer & 0x7fff, ((pointer >>> 15) & 3) === 1, pointer >>> 17]
      if (!isNormal || length < 144 || offset + length > pageSize) continue
      const row = page.subarray(offset, offset + length)
      const info = row.readUInt16LE(20)
      const isLive = (info & committed) !== 0 && (row.readUInt32LE(4) === 0 || (info & xmaxInvalid) !== 0)
      const fields = row.subarray(row.readUInt8(22))
      const [persistence, kind] = [String.fromCharCode(fields.readUInt8(118)), String.fromCharCode(fields.readUInt8(119))]
      const space = fields.readUInt32LE(92)
      if (!isLive || persistence !== 'p' || !'ritSm'.includes(kind) || (space !== 0 && space !== 1_664)) continue
      yield { id: fields.readUInt32LE(0), file: fields.readUInt32LE(88), isShared: space === 1_664, pages: fields.readInt32LE(96) }
    }
  }
}

/** Returns what prevents Postgres' start, or null. Throws read errors. */
export function relationFault(data: string, control: ControlFile): string | null {
  const maps = { global: readMap(join(data, 'global/pg_filenode.map')), [database]: readMap(join(data, database, 'pg_filenode.map')) }
  for (const [folder, map] of Object.entries(maps)) if (!map) return `${folder}/pg_filenode.map is damaged`
  const names = { global: new Set(readdirSync(join(data, 'global'))), [database]: new Set(readdirSync(join(data, database))) }
  const list = `${database}/${maps[database]?.get(pgClass)}`
  if (!statSync(join(data, list), { throwIfNoEntry: false })?.size) return `${list} is missing or empty`
  const relations = readFileSync(join(data, list))
  const listFault = pageFault(relations, control)
  if (listFault) return `${list}: ${listFault}`
  let catalogs = 0
  for (const { id, file, isShared, pages } of relationsOf(relations)) {
    const folder = isShared ? 'global' : database
    const number = file || maps[folder]?.get(id)
    if (number === undefined) return `${folder}/pg_filenode.map does not have ${id}`
    const name = `${folder}/${number}`
    if (!names[folder]?.has(String(number))) return `${name} is missing`
    if (id >= firstUserId) continue
    catalogs++
    // Catalogs are never vacuumed, so they have at least as many pages as pg_class says after a checkpoint.
    const content = readFileSync(join(data, name))
    if (control.isStopped && content.length < pages * pageSize) return `${name} is cut short`
    const fault = pageFault(content, control)
    if (fault) return `${name}: ${fault}`
  }
  return catalogs >= fewestCatalogs ? null : `${list} does not know the catalogs`
}

/** Postgres has more than three hundred catalogs and indexes; unfinished transactions may have changed some. */
const fewestCatalogs = 200

interface Pages {
  folder: string
  /** The last assigned one. */
  last: number
  inPage: number
}

/** Transaction states are in files of 32 pages. The last one's page exists since the last checkpoint. */
function pageOfLastFault(data: string, { folder, last, inPage }: Pages): string | null {
  const page = Math.floor(last / inPage)
  const name = `${folder}/${Math.floor(page / 32)
    .toString(16)
    .toUpperCase()
    .padStart(4, '0')}`
  const size = statSync(join(data, name), { throwIfNoEntry: false })?.size
  if (size === undefined) return `${name} is missing`
  return size < ((page % 32) + 1) * pageSize ? `${name} is cut short` : null
}

export function transactionFault(data: string, { nextTransaction, nextGroup, nextGroupMember }: ControlFile): string | null {
  return (
    pageOfLastFault(data, { folder: 'pg_xact', last: nextTransaction - 1, inPage: pageSize * 4 }) ??
    pageOfLastFault(data, { folder: 'pg_multixact/offsets', last: nextGroup - 1, inPage: pageSize / 4 }) ??
    (nextGroupMember ? pageOfLastFault(data, { folder: 'pg_multixact/members', last: nextGroupMember - 1, inPage: 1_636 }) : null)
  )
}
