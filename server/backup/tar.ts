/** Subset of the ustar format for plain files, compatible with `tar`, written and read as streams. */
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'

const block = 512
const isFolder = '5'
const isFile = '0'
/** Bytes read at once. */
const chunkSize = 256 * 1024
/** Largest size in eleven octal digits; more is binary, marked by the highest bit of the field. */
const maxOctal = 8 ** 11 - 1

const checksum = (head: Buffer) => head.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0)

/** Fits a name into its two fields, split at a slash. Throws where it does not. */
function splitName(name: string): { prefix: string; rest: string } {
  const bytes = (text: string) => Buffer.byteLength(text)
  if (bytes(name) <= 100) return { prefix: '', rest: name }
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)]
    if (rest && bytes(prefix) <= 155 && bytes(rest) <= 100) return { prefix, rest }
  }
  throw new Error(`${name}: the name is too long for a backup`)
}

function header(name: string, size: number, kind: string): Buffer {
  const head = Buffer.alloc(block)
  const { prefix, rest } = splitName(name)
  head.write(rest, 0)
  head.write(kind === isFolder ? '0000700\0' : '0000600\0', 100)
  head.write('0000000\0'.repeat(2), 108)
  if (size > maxOctal) {
    head[124] = 0x80
    head.writeBigUInt64BE(BigInt(size), 128)
  } else head.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  head.write(`${'0'.repeat(11)}\0`, 136)
  head.write(`${kind}`, 156)
  head.write('ustar\0' + '00', 257)
  head.write(prefix, 345)
  head.write(`${checksum(head).toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

/** A file that changes its size meanwhile would shift all that follows. */
async function* readExactly(path: string, size: number): AsyncGenerator<Buffer> {
  let left = size
  if (size > 0)
    for await (const part of createReadStream(path, { end: size - 1, highWaterMark: chunkSize })) {
      left -= part.length
      yield part
    }
  if (left > 0) throw new Error(`${path}: the file changed while it was saved; try again`)
}

/** Yields an archive of the existing folders, with names from `root`. `instead`: replaced contents by name, null to omit. */
export async function* packFolders(
  root: string,
  folders: readonly string[],
  instead: ReadonlyMap<string, Buffer | null> = new Map(),
): AsyncGenerator<Buffer> {
  for (const folder of folders) {
    const entries = existsSync(join(root, folder)) ? await readdir(join(root, folder), { recursive: true, withFileTypes: true }) : []
    yield header(`${folder}/`, 0, isFolder)
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      const name = path
        .slice(root.length + 1)
        .split(sep)
        .join('/')
      const other = instead.get(name)
      if (entry.isDirectory()) yield header(`${name}/`, 0, isFolder)
      if (entry.isDirectory() || other === null) continue
      if (!entry.isFile()) throw new Error(`${path} is neither a file nor a folder: a backup cannot hold it`)
      const size = other?.length ?? (await stat(path)).size
      yield header(name, size, isFile)
      if (other) yield other
      else yield* readExactly(path, size)
      yield Buffer.alloc((block - (size % block)) % block)
    }
  }
  yield Buffer.alloc(block * 2)
}

/** The archive cannot be what it was when it was saved; the message says what is wrong with it. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

/** Of the archive or of its compression. */
export const follows = 'it is damaged: something follows its end'
const isCut = () => new ArchiveError('it is cut short')
const isDamaged = (what: string) => new ArchiveError(`it is damaged: ${what}`)

const field = (head: Buffer, from: number, to: number) => head.toString('utf8', from, to).replace(/\0.*$/s, '')
const isEmpty = (bytes: Buffer) => bytes.every((byte) => byte === 0)

function sizeIn(head: Buffer): number {
  const bytes = head.subarray(124, 136)
  const text = field(head, 124, 136).trim()
  const size =
    bytes[0] === 0x80 && isEmpty(bytes.subarray(1, 4))
      ? Number(bytes.readBigUInt64BE(4))
      : /^[0-7]{1,12}$/.test(text)
        ? Number.parseInt(text, 8)
        : Number.NaN
  if (!Number.isSafeInteger(size)) throw isDamaged('the size of a file cannot be read')
  return size
}

/** Throws for an entry that no backup has, such as one outside of its folder. */
function readHeader(head: Buffer): { name: string; size: number; isFolderEntry: boolean } {
  if (field(head, 257, 262) !== 'ustar') throw isDamaged('a name is expected where there is none')
  if (Number.parseInt(field(head, 148, 156), 8) !== checksum(head)) throw isDamaged('the checksum of a name is wrong')
  const name = [field(head, 345, 500), field(head, 0, 100)].filter(Boolean).join('/')
  const kind = field(head, 156, 157)
  if (![isFile, isFolder, ''].includes(kind)) throw new ArchiveError(`${name} is neither a file nor a folder`)
  if (!name || normalize(name).startsWith('..') || name.startsWith('/')) throw new ArchiveError(`${name} is a name that no backup has`)
  return { name, size: sizeIn(head), isFolderEntry: kind === isFolder || name.endsWith('/') }
}

/** Takes a stream apart into pieces of known lengths. */
function createTaker(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  /** At most so many bytes, as they come; none at the end. */
  async function take(length: number): Promise<Buffer> {
    while (!rest.length) {
      const next = await chunks.next()
      if (next.done) return rest
      rest = next.value
    }
    const part = rest.subarray(0, length)
    rest = rest.subarray(part.length)
    return part
  }

  async function* takeAll(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      const part = await take(left)
      if (!part.length) throw isCut()
      left -= part.length
      yield part
    }
  }

  async function takeBlock(): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of takeAll(block)) parts.push(part)
    return Buffer.concat(parts)
  }

  /** Of one that is not read to its end, so that it closes what it has opened. */
  const end = async () => void (await chunks.return?.())

  return { take, takeAll, takeBlock, end }
}

/** Extracts an archive below `root` as it comes. Throws ArchiveError for one that is not whole. */
export async function unpackFolders(source: AsyncIterable<Buffer>, root: string): Promise<void> {
  const { take, takeAll, takeBlock, end } = createTaker(source)
  try {
    let head = await takeBlock()
    for (; !isEmpty(head); head = await takeBlock()) {
      const { name, size, isFolderEntry } = readHeader(head)
      const path = join(root, name)
      await mkdir(isFolderEntry ? path : dirname(path), { recursive: true, mode: 0o700 })
      if (!isFolderEntry) await writeFile(path, takeAll(size), { mode: 0o600 })
      for await (const _ of takeAll(((block - (size % block)) % block) + (isFolderEntry ? size : 0)));
    }
    if (!isEmpty(await takeBlock())) throw isDamaged('a name is expected where there is none')
    for (let rest = await take(chunkSize); rest.length; rest = await take(chunkSize)) if (!isEmpty(rest)) throw new ArchiveError(follows)
  } finally {
    await end()
  }
}
