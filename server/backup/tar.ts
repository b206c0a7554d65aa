/** Subset of the ustar format for plain files, compatible with `tar`. */
import { createReadStream } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'

const block = 512
const isFolder = '5'
const isFile = '0'

function header(name: string, size: number, kind: string): Buffer {
  const head = Buffer.alloc(block)
  // Long names are stored in two parts, split at a slash.
  const cut = Buffer.byteLength(name) <= 100 ? -1 : name.indexOf('/', name.length - 100)
  head.write(name.slice(cut + 1), 0)
  head.write(kind === isFolder ? '0000700\0' : '0000600\0', 100)
  head.write('0000000\0'.repeat(2), 108)
  head.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  head.write(`${'0'.repeat(11)}\0`, 136)
  head.write(' '.repeat(8), 148)
  head.write(`${kind}`, 156)
  head.write('ustar\0' + '00', 257)
  head.write(name.slice(0, Math.max(cut, 0)), 345)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

/** Yields an archive of the existing folders, with names from `root`. `instead`: replaced contents by name, null to omit. */
export async function* packFolders(
  root: string,
  folders: readonly string[],
  instead: ReadonlyMap<string, Buffer | null> = new Map(),
): AsyncGenerator<Buffer> {
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => [])
    yield header(`${folder}/`, 0, isFolder)
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      const name = path
        .slice(root.length + 1)
        .split(sep)
        .join('/')
      if (entry.isDirectory()) yield header(`${name}/`, 0, isFolder)
      const other = instead.get(name)
      if (!entry.isFile() || other === null) continue
      const size = other?.length ?? (await stat(path)).size
      yield header(name, size, isFile)
      if (other) yield other
      else yield* createReadStream(path)
      yield Buffer.alloc((block - (size % block)) % block)
    }
  }
  yield Buffer.alloc(block * 2)
}

const field = (head: Buffer, from: number, to: number) => head.toString('utf8', from, to).replace(/\0.*$/s, '')

/** Extracts an archive below `root`. Throws on an entry outside of it or cut short. */
export async function unpackFolders(bytes: Buffer, root: string): Promise<void> {
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0; ) {
    const head = bytes.subarray(at, at + block)
    const name = [field(head, 345, 500), field(head, 0, 100)].filter(Boolean).join('/')
    const size = Number.parseInt(field(head, 124, 136), 8)
    if (field(head, 257, 262) !== 'ustar' || normalize(name).startsWith('..') || name.startsWith('/') || at + block + size > bytes.length)
      throw new Error('this file is not a whole backup')
    const path = join(root, name)
    await mkdir(name.endsWith('/') ? path : dirname(path), { recursive: true, mode: 0o700 })
    if (!name.endsWith('/')) await writeFile(path, bytes.subarray(at + block, at + block + size), { mode: 0o600 })
    at += block + Math.ceil(size / block) * block
  }
}
