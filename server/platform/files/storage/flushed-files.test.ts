import { createHash } from 'node:crypto'
import fs, { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDiskStorage } from './disk-storage.ts'
import type { Storage } from './storage.ts'

let folder: string
/** What was asked of the disk, in order: flushes of files and folders, and names that were given. */
let steps: string[]

const place = (path: unknown) => relative(folder, `${path}`).replace(/\.[0-9a-f-]{36}$/, '.own') || '.'

beforeEach(() => {
  vi.stubEnv('FSYNC', 'true')
  folder = mkdtempSync(join(tmpdir(), 'lapangan-flushed-'))
  steps = []
  const { open, rename, writeFile } = fs.promises
  vi.spyOn(fs.promises, 'open').mockImplementation(async (path, ...rest) => {
    const handle = await open(path, ...rest)
    for (const name of ['sync', 'datasync'] as const) {
      const flush = handle[name].bind(handle)
      handle[name] = () => {
        steps.push(`flush ${place(path)}`)
        return flush()
      }
    }
    return handle
  })
  vi.spyOn(fs.promises, 'rename').mockImplementation((from, to) => {
    steps.push(`name ${place(to)}`)
    return rename(from, to)
  })
  vi.spyOn(fs.promises, 'writeFile').mockImplementation((path, written, options) => {
    if (typeof options === 'object' && options?.flush) steps.push(`flush ${place(path)}`)
    return writeFile(path, written, options)
  })
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  syncBuiltinESMExports()
  rmSync(folder, { recursive: true })
})

const content = new TextEncoder().encode('of a customer')
const sha256 = createHash('sha256').update(content).digest('hex')
const piece = { at: 0, length: content.byteLength, digest: sha256 }

it.each<[string, string, (storage: Storage) => Promise<unknown>]>([
  ['of bytes', 'a/b/file.own', (storage) => storage.put('a/b/file', content)],
  [
    'made of another file',
    'a/b/file.own',
    (storage) => {
      writeFileSync(join(folder, 'made'), content)
      return storage.put('a/b/file', { local: join(folder, 'made') })
    },
  ],
  [
    'joined of pieces',
    'a/b/file.part',
    async (storage) => {
      await storage.pieces.put('a/b/file', piece, content)
      expect(await storage.pieces.join('a/b/file', [piece], sha256)).toBe(true)
    },
  ],
])(
  'a file %s is on the disk before it gets its name, and its name and new folders before it is said to be stored',
  async (_, own, store) => {
    await store(createDiskStorage(folder))
    expect(steps.slice(-3)).toEqual([`flush ${own}`, 'name a/b/file', 'flush a/b'])
    expect(steps.slice(0, -3).sort()).toEqual(['flush .', 'flush a'])
  },
)

it('a file that the disk did not take keeps its place free, and tells', async () => {
  const storage = createDiskStorage(folder)
  await storage.pieces.put('a/b/file', piece, content)
  vi.spyOn(fs.promises, 'open').mockRejectedValue(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }))
  syncBuiltinESMExports()
  await expect(storage.pieces.join('a/b/file', [piece], sha256)).rejects.toThrow()
  expect(fs.existsSync(join(folder, 'a/b/file'))).toBe(false)
})
