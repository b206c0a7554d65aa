/** Uploaded files on disk, named by their sha256: equal files are stored once and never change. */
import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { fileType, fittingName } from './file-type.ts'

/** An inspected file, not stored yet. Width and height in pixels, of images. */
export interface Upload {
  name: string
  size: number
  type: string
  sha256: string
  width?: number
  height?: number
  /** Its bytes, or the path of a large one. */
  content: Uint8Array | { path: string }
}

export interface FileStore {
  inspect(content: Uint8Array, name: string): Promise<Upload>
  /** Inspects a large file on disk by its ends, without reading all. */
  inspectFile(path: string, sha256: string, name: string): Promise<Upload>
  store(upload: Upload): Promise<StoredFile>
  read(sha256: string, name: string): Promise<{ content: Buffer; type: string } | null>
  /** Opens a stored file for reading in pieces; null if absent. */
  open(sha256: string, type: string): Promise<Blob | null>
  /** Returns the path of a stored file; null if absent. */
  locate(sha256: string): Promise<string | null>
  /** Returns the stored file of a `/files/…` address; null if absent. */
  find(url: string): Promise<StoredFile | null>
  /** Removes a file, unless it was stored again since `before`. */
  remove(sha256: string, before: Date): Promise<void>
  /** Removes files last stored or used from `since` until `before` that are not in `named`; returns their number. */
  sweep(named: () => Promise<ReadonlySet<string>>, before: Date, since: Date): Promise<number>
}

const address = /^(\/[a-z-]+)\/([0-9a-f]{64})\/([^/?#]+)$/

const sha256Form = /^[0-9a-f]{64}$/

/** Returns the sha256 in a stored file's address; null if none. */
export function sha256Of(url: string): string | null {
  return address.exec(url)?.[2] ?? null
}

/** Device names, which Windows opens instead of a file, with any ending. */
const device = /^(con|prn|aux|nul|conin|conout|(com|lpt)[\d¹²³]) *(\.|$)/i

/** Returns a file name safe in addresses, headers and on disks: Windows drops final dots and spaces. */
export function safeName(name: string): string {
  const base = name.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const safe = base
    .replace(/[^\p{L}\p{N}._ -]/gu, '')
    .replace(/[. ]+$/, '')
    .slice(-100)
    .replace(/^(\p{Surrogate}|[. ])+/u, '')
  return device.test(safe) ? `_${safe}` : safe || 'file'
}

/** Larger pictures are not decoded: their bytes are kept as they are. */
const maxPixels = 100_000_000

/** Reads the head only, not the picture. */
async function dimensions(content: Uint8Array): Promise<{ width: number; height: number } | null> {
  try {
    const { width, height, autoOrient } = await sharp(content, { limitInputPixels: false }).metadata()
    return { width: autoOrient.width ?? width, height: autoOrient.height ?? height }
  } catch {
    return null
  }
}

/** Updates a file's modification time, so that no sweep removes it before its row is committed. False when absent. */
async function touched(path: string): Promise<boolean> {
  const now = new Date()
  return utimes(path, now, now).then(
    () => true,
    () => false,
  )
}

async function isOld(path: string, before: Date, since = new Date(0)): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && found.mtime < before && found.mtime >= since
}

/** Bytes that identify a large file: a video's track list is at either end. */
const end = 4_000_000

/** Returns the first and last bytes of a file; all of a short one. */
async function endsOf(path: string): Promise<{ ends: Uint8Array; size: number }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const first = Buffer.alloc(Math.min(size, end))
    const last = Buffer.alloc(Math.min(size - first.length, end))
    await file.read(first, 0, first.length, 0)
    await file.read(last, 0, last.length, size - last.length)
    return { ends: Buffer.concat([first, last]), size }
  } finally {
    await file.close()
  }
}

const unknown = 'application/octet-stream'

/** `base` is the prefix of stored addresses. */
export function createFileStore(folder: string, base = '/files'): FileStore {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256)
  const read: FileStore['read'] = async (sha256, name) => {
    if (!sha256Form.test(sha256)) return null
    const content = await readFile(pathOf(sha256)).catch(() => null)
    return content && { content, type: fileType(content, name) ?? unknown }
  }
  return {
    read,
    async open(sha256, type) {
      if (!sha256Form.test(sha256)) return null
      try {
        return await openAsBlob(pathOf(sha256), { type })
      } catch {
        return null
      }
    },
    locate: async (sha256) => (sha256Form.test(sha256) && (await touched(pathOf(sha256))) ? pathOf(sha256) : null),
    async inspect(content, given) {
      const name = safeName(given)
      const sha256 = createHash('sha256').update(content).digest('hex')
      const type = fileType(content, name) ?? unknown
      const upload = { name: fittingName(name, type), size: content.byteLength, type, sha256, content }
      // HEIC cannot be decoded; only its head is known.
      if (!type.startsWith('image/') || type === 'image/heic') return upload
      const size = await dimensions(content)
      // A picture's head on another content.
      if (!size) return { ...upload, name: fittingName(upload.name, unknown), type: unknown }
      return { ...upload, ...size, ...(size.width * size.height > maxPixels && { type: unknown }) }
    },
    async inspectFile(path, sha256, given) {
      const name = safeName(given)
      const { ends, size } = await endsOf(path)
      const type = fileType(ends, name) ?? unknown
      return { name: fittingName(name, type), size, type, sha256, content: { path } }
    },
    async store({ sha256, name, size, type, content }) {
      const path = pathOf(sha256)
      if (!(await touched(path))) {
        await mkdir(join(folder, sha256.slice(0, 2)), { recursive: true, mode: 0o700 })
        const own = `${path}.${uuidv7()}`
        if (content instanceof Uint8Array) await writeFile(own, content, { flush: true, mode: 0o600 })
        // One content of two names takes no second room; a file system without links copies.
        else await link(content.path, own).catch(() => copyFile(content.path, own))
        await rename(own, path)
      }
      return { url: `${base}/${sha256}/${encodeURIComponent(name)}`, name, size, type }
    },
    async find(url) {
      const [, at, sha256 = '', encoded = ''] = address.exec(url) ?? []
      if (at !== base) return null
      const given = safeName(decodeURIComponent(encoded.replace(/%(?![0-9a-f]{2})/gi, '%25')))
      const found = (await touched(pathOf(sha256))) && (await endsOf(pathOf(sha256)).catch(() => null))
      if (!found) return null
      const type = fileType(found.ends, given) ?? unknown
      const name = fittingName(given, type)
      return { url: `${base}/${sha256}/${encodeURIComponent(name)}`, name, size: found.size, type }
    },
    async remove(sha256, before) {
      if (sha256Form.test(sha256) && (await isOld(pathOf(sha256), before))) await unlink(pathOf(sha256))
    },
    async sweep(named, before, since) {
      const paths = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
      const old: string[] = []
      for (const entry of paths) {
        const path = join(entry.parentPath, entry.name)
        if (entry.isFile() && (await isOld(path, before, since))) old.push(path)
      }
      if (!old.length) return 0
      const kept = await named()
      let removed = 0
      for (const path of old) {
        // Checked again: the file may have been stored or used during the query.
        if (kept.has(basename(path)) || !(await isOld(path, before, since))) continue
        await unlink(path)
        removed += 1
      }
      return removed
    },
  }
}
