/** Uploaded files, named by their sha256: equal files are stored once and never change. */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { decodePercent } from '#contract/lib/decode-percent.ts'
import { isNameTooLong, keptNameLength } from '#contract/lib/file-name.ts'
import { normaliseText } from '#contract/lib/normalise-text.ts'
import { trimEndOf } from '#contract/lib/trim-end.ts'
import type { Db } from '#server/db/database.ts'
import { cleanPicture, pictureSize } from './clean-picture.ts'
import { fileType, fittingName, isUndecoded } from './file-type.ts'
import type { Content, Storage, StoredObject } from './storage/storage.ts'
import { toStorageError } from './storage/storage-error.ts'
import type { Uses } from './uses.ts'

/** An inspected file, not stored yet. Width and height in pixels, of images. */
export interface Upload {
  name: string
  size: number
  type: string
  sha256: string
  width?: number
  height?: number
  /** A picture that ends before it should. */
  isDamaged?: boolean
  /** Its bytes, or where a large one lies. */
  content: Content
}

/** `db` is the transaction within which a call is made: uses of files are entered there. */
export interface FileStore {
  /** Returns a content as it will be stored: a picture turned, and without place and camera (docs/product/files.md#pictures). */
  inspect(content: Uint8Array, name: string): Promise<Upload>
  /** Inspects a large file by its ends, without reading all. */
  inspectFile(source: Exclude<Content, Uint8Array>, sha256: string, name: string): Promise<Upload>
  store(upload: Upload, db?: Db): Promise<StoredFile>
  read(sha256: string, name: string): Promise<{ content: Buffer<ArrayBuffer>; type: string } | null>
  /** Returns where a stored file lies, and its bytes; null if absent. */
  locate(sha256: string): Promise<{ path: string; size: number } | null>
  /** Returns bytes of a stored file, `to` excluded; null if it was removed meanwhile. */
  readRange(sha256: string, from: number, to: number): Promise<Uint8Array<ArrayBuffer> | null>
  /** Returns the path of a stored file, or of a copy in `folder`, which its caller removes, for programs; null if absent. */
  fetch(sha256: string, folder: string): Promise<string | null>
  /** Returns the stored file of a `/files/…` address; null if absent. */
  find(url: string, db?: Db): Promise<StoredFile | null>
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

/** Of a longer name only the end is looked at: the channel of a customer sends what it likes. */
const maxNameLength = 255

/** Returns a file name safe in addresses, headers and on disks: Windows drops final dots and spaces. */
export function safeName(name: string): string {
  const base = normaliseText(name.slice(-maxNameLength), 'NFC').split(/[\\/]/).at(-1) ?? ''
  const safe = trimEndOf(base.replace(/[^\p{L}\p{N}._ -]/gu, ''), '. ')
    .slice(-keptNameLength)
    .replace(/^(\p{Surrogate}|[. ])+/u, '')
  return device.test(safe) ? `_${safe}` : safe || 'file'
}

/** Files whose uses are looked up together. */
const pageSize = 1_000

/** Bytes that identify a large file: a video's track list is at either end. */
const end = 4_000_000
/** Bytes of a copy that are in memory at a time. */
const chunk = 8_000_000

type Read = (from: number, to: number) => Promise<Uint8Array>

/** Returns the first and last bytes of a file; all of a short one. */
async function endsOf(size: number, read: Read): Promise<Uint8Array> {
  const first = await read(0, Math.min(size, end))
  return size <= end ? first : Buffer.concat([first, await read(Math.max(end, size - end), size)])
}

async function readLocal(file: FileHandle, from: number, to: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from)
  return buffer.subarray(0, bytesRead)
}

const unknown = 'application/octet-stream'

export interface FileStoreParts {
  storage: Storage
  uses: Uses
  /** Prefix of paths in the storage. */
  folder: string
  /** Prefix of stored addresses. */
  base: string
}

export function createFileStore({ storage, uses, folder, base }: FileStoreParts): FileStore {
  const pathOf = (sha256: string) => `${folder}/${sha256.slice(0, 2)}/${sha256}`
  const addressOf = (sha256: string, name: string) => `${base}/${sha256}/${encodeURIComponent(name)}`

  const stat = async (sha256: string) => (sha256Form.test(sha256) ? storage.stat(pathOf(sha256)) : null)

  async function endsOfStored(path: string, size: number): Promise<Uint8Array> {
    return endsOf(size, async (from, to) => (await storage.open(path, from, to)) ?? new Uint8Array())
  }

  /** Files of a page that were last written or used in a time. */
  async function unusedOf(page: readonly StoredObject[], before: Date, since: Date): Promise<string[]> {
    const known = await uses.of(page.map(({ path }) => path))
    return page.flatMap(({ path, at }) => {
      const last = Math.max(at.getTime(), known.get(path)?.at.getTime() ?? 0)
      return last < before.getTime() && last >= since.getTime() ? [path] : []
    })
  }

  return {
    async read(sha256, name) {
      const bytes = sha256Form.test(sha256) ? await storage.open(pathOf(sha256)) : null
      return bytes && { content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), type: fileType(bytes, name) ?? unknown }
    },
    async locate(sha256) {
      const found = await stat(sha256)
      return found && { path: pathOf(sha256), size: found.size }
    },
    readRange: (sha256, from, to) => storage.open(pathOf(sha256), from, to),
    async fetch(sha256, into) {
      if (!sha256Form.test(sha256)) return null
      // Nobody removes it while a program reads it.
      const found = await stat(sha256)
      if (!found) return null
      await uses.touch(pathOf(sha256), found.size)
      if (storage.localPath) return storage.localPath(pathOf(sha256))
      const copy = join(into, sha256)
      const file = await open(copy, 'w', 0o600)
      try {
        for (let at = 0; at < found.size; at += chunk) {
          const bytes = await storage.open(pathOf(sha256), at, Math.min(found.size, at + chunk))
          if (!bytes) return null
          await file.write(bytes)
        }
        return copy
      } catch (error) {
        throw toStorageError(error)
      } finally {
        await file.close()
      }
    },
    async inspect(given, givenName) {
      const name = safeName(givenName)
      const type = fileType(given, name) ?? unknown
      const inspected = (content: Uint8Array, as = type): Upload => {
        const sha256 = createHash('sha256').update(content).digest('hex')
        return { name: fittingName(name, as), size: content.byteLength, type: as, sha256, content }
      }
      if (!type.startsWith('image/')) return inspected(given)
      const size = isUndecoded(given, type) ? null : await pictureSize(given)
      // A picture's head on another content.
      if (!size && !isUndecoded(given, type)) return { ...inspected(given, unknown), name: fittingName(fittingName(name, type), unknown) }
      const parts = await cleanPicture(given, type, size)
      const sized = size && { width: size.width, height: size.height }
      return { ...inspected(parts?.content ?? given), isDamaged: parts?.isWhole === false, ...sized }
    },
    async inspectFile(source, sha256, given) {
      const name = safeName(given)
      const inspected = (ends: Uint8Array, size: number): Upload => {
        const type = fileType(ends, name) ?? unknown
        return { name: fittingName(name, type), size, type, sha256, content: source }
      }
      if ('stored' in source) {
        const size = (await storage.stat(source.stored))?.size ?? 0
        return inspected(await endsOfStored(source.stored, size), size)
      }
      const file = await open(source.local)
      try {
        const { size } = await file.stat()
        return inspected(await endsOf(size, (from, to) => readLocal(file, from, to)), size)
      } finally {
        await file.close()
      }
    },
    async store({ sha256, name, size, type, content }, db) {
      const path = pathOf(sha256)
      await uses.touch(path, size, db)
      if (!(await storage.stat(path))) await storage.put(path, content)
      return { url: addressOf(sha256, name), name, size, type }
    },
    async find(url, db) {
      const [, at, sha256 = '', encoded = ''] = address.exec(url) ?? []
      if (at !== base) return null
      // What is no UTF-8 stays as it is written.
      const named = decodePercent(encoded.replace(/%(?![0-9a-f]{2})/gi, '%25')) ?? encoded
      if (isNameTooLong(named)) return null
      const given = safeName(named)
      const before = await stat(sha256)
      if (!before) return null
      await uses.touch(pathOf(sha256), before.size, db)
      // Looked for again: until it was touched, it may have been removed.
      const found = await stat(sha256)
      if (!found) return null
      const type = fileType(await endsOfStored(pathOf(sha256), found.size), given) ?? unknown
      const name = fittingName(given, type)
      return { url: addressOf(sha256, name), name, size: found.size, type }
    },
    async remove(sha256, before) {
      const found = await stat(sha256)
      if (found && found.at < before) await uses.removeUnused(pathOf(sha256), before, () => storage.remove(pathOf(sha256)))
    },
    async sweep(named, before, since) {
      const old: string[] = []
      let page: StoredObject[] = []
      const look = async () => {
        old.push(...(await unusedOf(page, before, since)))
        page = []
      }
      for await (const file of storage.list(`${folder}/`)) if (page.push(file) === pageSize) await look()
      await look()
      if (!old.length) return 0
      const kept = await named()
      let removed = 0
      for (const path of old) {
        if (kept.has(basename(path))) continue
        if (await uses.removeUnused(path, before, () => storage.remove(path))) removed += 1
      }
      return removed
    },
  }
}
