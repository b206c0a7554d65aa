/** A second folder that has what a loss of power would leave of a first one: files and names as of their last flush. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { vi } from 'vitest'

export interface ShadowDisk {
  /** Flushed files in their order, relative to the folder. */
  flushes: string[]
  /** The next flushes fail with this code of the system. */
  failWith(code: string | null): void
  /** Returns the bytes of a file as of its last flush. */
  read(path: string): Buffer
  restore(): void
}

/** Follows the flushes of this process in `folder`, which is on the disk as it is now. */
export function watchFlushes(folder: string, disk: string): ShadowDisk {
  const real = { ...fs }
  real.cpSync(folder, disk, { recursive: true })
  const paths = new Map<number, string>()
  const flushes: string[] = []
  let failure: string | null = null

  function findPlace(handle: number): string | null {
    const place = relative(folder, paths.get(handle) ?? '/')
    return place.startsWith('..') ? null : place
  }
  function keepFile(place: string): void {
    real.mkdirSync(dirname(join(disk, place)), { recursive: true })
    real.copyFileSync(join(folder, place), join(disk, place))
  }
  /** Of a new file whose content was not flushed only the name is there. */
  function keepNames(place: string): void {
    const names = new Set(real.readdirSync(join(folder, place)))
    for (const name of real.readdirSync(join(disk, place))) if (!names.has(name)) real.rmSync(join(disk, place, name), { recursive: true })
    for (const name of names) {
      const to = join(disk, place, name)
      if (real.existsSync(to)) continue
      if (real.statSync(join(folder, place, name)).isDirectory()) real.mkdirSync(to)
      else real.writeFileSync(to, '')
    }
  }
  const follow = (flush: (handle: number) => void) => (handle: number) => {
    const place = findPlace(handle)
    if (place === null) return flush(handle)
    if (failure !== null) throw Object.assign(new Error(`${failure}: flush`), { code: failure })
    flushes.push(place)
    if (real.fstatSync(handle).isDirectory()) keepNames(place)
    else keepFile(place)
  }
  const spies = [
    vi.spyOn(fs, 'openSync').mockImplementation((path, ...rest) => {
      const handle = real.openSync(path, ...rest)
      paths.set(handle, path.toString())
      return handle
    }),
    vi.spyOn(fs, 'fdatasyncSync').mockImplementation(follow(real.fdatasyncSync)),
    vi.spyOn(fs, 'fsyncSync').mockImplementation(follow(real.fsyncSync)),
  ]
  syncBuiltinESMExports()
  return {
    flushes,
    failWith(code) {
      failure = code
    },
    read: (path) => real.readFileSync(join(disk, path)),
    restore() {
      for (const spy of spies) spy.mockRestore()
      syncBuiltinESMExports()
    },
  }
}
