/**
 * A workbook's zip, decompressed within limits. The directory is believed only where it refuses: every part is inflated
 * piece by piece and counted, and the reader of spreadsheets gets the parts stored, so that it never inflates anything
 * itself.
 */
import { Inflate, zipSync } from 'fflate'
import { ImportFileError, tooManyRows } from './file-problem.ts'
import { importLimits } from './limits.ts'

interface Entry {
  name: string
  method: number
  compressedSize: number
  size: number
  at: number
}

const maxParts = 2_000
const piece = 65_536
const damaged = () => new ImportFileError('damaged')

function dataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Where the zip's directory ends; it stands in the last 64 kB. */
function endOfDirectory(data: DataView): number {
  for (let at = data.byteLength - 22; at >= Math.max(0, data.byteLength - 65_558); at--)
    if (data.getUint32(at, true) === 0x06054b50) return at
  throw damaged()
}

function readName(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

/** The parts that a zip says it has. Throws for more than a workbook has, and for what would be too large decompressed. */
function readDirectory(bytes: Uint8Array): Entry[] {
  const data = dataView(bytes)
  const end = endOfDirectory(data)
  const count = data.getUint16(end + 10, true)
  if (count > maxParts) throw new ImportFileError('zip_bomb')
  const entries: Entry[] = []
  let at = data.getUint32(end + 16, true)
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || data.getUint32(at, true) !== 0x02014b50) throw damaged()
    if (data.getUint16(at + 8, true) & 1) throw new ImportFileError('password')
    const [name, extra, comment] = [28, 30, 32].map((offset) => data.getUint16(at + offset, true))
    entries.push({
      name: readName(bytes.subarray(at + 46, at + 46 + (name ?? 0))).replaceAll('\\', '/'),
      method: data.getUint16(at + 10, true),
      compressedSize: data.getUint32(at + 20, true),
      size: data.getUint32(at + 24, true),
      at: data.getUint32(at + 42, true),
    })
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  if (entries.reduce((sum, { size }) => sum + size, 0) > importLimits.decompressedBytes) throw new ImportFileError('zip_bomb')
  return entries
}

function compressedBytes(bytes: Uint8Array, { at, compressedSize: compressed }: Entry): Uint8Array {
  const data = dataView(bytes)
  if (at + 30 > bytes.length || data.getUint32(at, true) !== 0x04034b50) throw damaged()
  const from = at + 30 + data.getUint16(at + 26, true) + data.getUint16(at + 28, true)
  if (from + compressed > bytes.length) throw damaged()
  return bytes.subarray(from, from + compressed)
}

/** Counts the rows of a sheet that hold something, as it is decompressed; throws at the first one too many. */
function rowCounter(): (chunk: Uint8Array) => void {
  let rest = ''
  let rows = 0
  let counted = true
  return (chunk) => {
    let text = rest
    for (let from = 0; from < chunk.length; from += 8_192) text += String.fromCharCode(...chunk.subarray(from, from + 8_192))
    for (const [mark] of text.matchAll(/<(?:\w+:)?(?:row|v|is)[\s>]/g)) {
      if (/row.$/.test(mark)) counted = false
      else if (!counted) {
        counted = true
        rows += 1
        if (rows > importLimits.rows + 1) throw tooManyRows()
      }
    }
    const open = text.lastIndexOf('<')
    rest = open >= 0 && text.length - open < 40 && !text.includes('>', open) ? text.slice(open) : ''
  }
}

/** One part, given out in pieces of at most what the limit still allows. */
function inflate(compressed: Uint8Array, allowed: number, onChunk: (chunk: Uint8Array) => void): Uint8Array {
  const chunks: Uint8Array[] = []
  let size = 0
  const inflater = new Inflate((chunk) => {
    size += chunk.length
    if (size > allowed) throw new ImportFileError('zip_bomb')
    onChunk(chunk)
    chunks.push(chunk)
  })
  try {
    for (let from = 0; from < compressed.length || from === 0; from += piece)
      inflater.push(compressed.subarray(from, from + piece), from + piece >= compressed.length)
  } catch (error) {
    throw error instanceof ImportFileError ? error : damaged()
  }
  const content = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    content.set(chunk, at)
    at += chunk.length
  }
  return content
}

/** What a sheet's cells need; pictures, charts and programs stay compressed. */
const needed =
  /^(?!.*\/(?:drawings|charts|media|externalLinks|pivot\w*|theme|printerSettings|comments|activeX|ctrlProps)\/).*\.(?:xml|rels)$/i
const sheet = /^xl\/worksheets\/[^/]+\.xml$/i

/** The workbook as a zip without compression. Throws ImportFileError. */
export function decompressWorkbook(bytes: Uint8Array): Uint8Array {
  const entries = readDirectory(bytes)
  if (!entries.some(({ name }) => name === '[Content_Types].xml') || !entries.some(({ name }) => sheet.test(name)))
    throw new ImportFileError('not_spreadsheet')
  const parts: Record<string, Uint8Array> = {}
  let left: number = importLimits.decompressedBytes
  for (const entry of entries) {
    if (!needed.test(entry.name)) continue
    const compressed = compressedBytes(bytes, entry)
    const count = sheet.test(entry.name) ? rowCounter() : () => undefined
    if (entry.method === 8) parts[entry.name] = inflate(compressed, Math.min(left, entry.size), count)
    else if (entry.method === 0) {
      count(compressed)
      parts[entry.name] = compressed
    } else throw damaged()
    left -= parts[entry.name]?.length ?? 0
  }
  return zipSync(parts, { level: 0 })
}
