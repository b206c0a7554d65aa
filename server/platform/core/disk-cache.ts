/** Generated files on disk by name; the least recently used are evicted. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface DiskCache {
  /** Returns the cached file of a name (letters and digits), or caches the result of `make`. */
  get(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array>
}

/** Returns existing files with their bytes, least recently used first. */
async function heldIn(folder: string): Promise<Map<string, number>> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name)).catch(() => ({ size: 0, mtimeMs: 0 }))
      return { name, size, mtimeMs }
    }),
  )
  return new Map(found.sort((a, b) => a.mtimeMs - b.mtimeMs).map(({ name, size }) => [name, size]))
}

/** `max` is in bytes. */
export function createDiskCache(folder: string, max: number): DiskCache {
  let index: Promise<Map<string, number>> | null = null
  const making = new Map<string, Promise<Uint8Array>>()

  /** In order of use, newest last. */
  async function use(name: string, size: number): Promise<void> {
    const cached = await indexed()
    cached.delete(name)
    cached.set(name, size)
    let total = [...cached.values()].reduce((sum, each) => sum + each, 0)
    for (const [oldest, bytes] of cached) {
      if (total <= max) return
      cached.delete(oldest)
      total -= bytes
      await unlink(join(folder, oldest)).catch(() => undefined)
    }
  }

  function indexed(): Promise<Map<string, number>> {
    index ??= heldIn(folder)
    return index
  }

  async function keep(name: string, content: Uint8Array): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const own = join(folder, `${name}.${randomUUID()}`)
    await writeFile(own, content, { mode: 0o600 })
    await rename(own, join(folder, name))
    await use(name, content.byteLength)
  }

  async function read(name: string): Promise<Uint8Array | null> {
    const path = join(folder, name)
    const content = await readFile(path).catch(() => null)
    if (!content) return null
    const now = new Date()
    await utimes(path, now, now).catch(() => undefined)
    await use(name, content.byteLength)
    return content
  }

  async function readOrMake(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const cached = await read(name)
    if (cached) return cached
    const content = await make()
    // On a full disk the picture is served without being cached.
    await keep(name, content).catch(() => undefined)
    return content
  }

  return {
    get(name, make) {
      const under = making.get(name) ?? readOrMake(name, make).finally(() => making.delete(name))
      making.set(name, under)
      return under
    },
  }
}
