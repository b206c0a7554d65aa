/** Untrusted zips: the directory can only refuse; each part is inflated in pieces and counted. */
import { Inflate } from 'fflate'
import { ImportFileError } from './file-problem.ts'

export interface ZipEntry {
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

/** Returns the end of the directory, in the last 64 kB. */
function endOfDirectory(data: DataView): number {
  for (let at = data.byteLength - 22; at >= Math.max(0, data.byteLength - 65_558); at--)
    if (data.getUint32(at, true) === 0x06054b50) return at
  throw damaged()
}

function readName(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

/** Returns the parts of a zip. Throws ImportFileError for more than an office file has, and for a password. */
export function readDirectory(bytes: Uint8Array): ZipEntry[] {
  const data = dataView(bytes)
  const end = endOfDirectory(data)
  const count = data.getUint16(end + 10, true)
  if (count > maxParts) throw new ImportFileError('zip_bomb')
  const entries: ZipEntry[] = []
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
  return entries
}

function compressedBytes(bytes: Uint8Array, { at, compressedSize: compressed }: ZipEntry): Uint8Array {
  const data = dataView(bytes)
  if (at + 30 > bytes.length || data.getUint32(at, true) !== 0x04034b50) throw damaged()
  const from = at + 30 + data.getUint16(at + 26, true) + data.getUint16(at + 28, true)
  if (from + compressed > bytes.length) throw damaged()
  return bytes.subarray(from, from + compressed)
}

/** Inflates one part in pieces of at most the remaining limit. */
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

/** Returns a part of at most `allowed` bytes; `onChunk` gets it as it is inflated. Throws ImportFileError. */
export function readPart(
  bytes: Uint8Array,
  entry: ZipEntry,
  allowed: number,
  onChunk: (chunk: Uint8Array) => void = () => undefined,
): Uint8Array {
  const compressed = compressedBytes(bytes, entry)
  if (entry.method === 8) return inflate(compressed, Math.min(allowed, entry.size), onChunk)
  if (entry.method !== 0) throw damaged()
  if (compressed.length > allowed) throw new ImportFileError('zip_bomb')
  onChunk(compressed)
  return compressed
}
