/** Files of the embedded Postgres that reach the disk when it asks for that; those of its driver have no flush. */
import { fdatasyncSync, fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { isRecord } from '#contract/kit/field/guards.ts'
import { hasNoFolderFlush } from './flush.ts'

/** Flushes by `fsync`, as the driver answers `fdatasync` without doing anything, instead of none. */
export const flushingParams = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']

/** WASI error numbers by code of the system; others are EIO. */
const wasiNumbers: Readonly<Record<string, number>> = { EDQUOT: 19, EINVAL: 28, ENOSPC: 51, EROFS: 69 }
const wasiOther = 29

/** Folders need their entries flushed, files their content and size, but not the time of their last change. */
function flush(handle: number, isFolder: boolean): number {
  try {
    if (isFolder) fsyncSync(handle)
    else fdatasyncSync(handle)
    return 0
  } catch (error) {
    if (isFolder && hasNoFolderFlush(error)) return 0
    return (error instanceof Error && 'code' in error && typeof error.code === 'string' && wasiNumbers[error.code]) || wasiOther
  }
}

const folderMode = 0o040_000
const modeMask = 0o170_000

export class FlushingFiles extends NodeFS {
  /** Flushes that Postgres asked for. */
  flushes = 0

  override async init(...[client, given]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(client, given)
    const addFlush = (module: { NODEFS: unknown }) => {
      const operations = isRecord(module.NODEFS) ? module.NODEFS.stream_ops : null
      if (!isRecord(operations)) throw new Error('the files of the embedded Postgres are not as this program knows them')
      operations.fsync = ({ nfd, node }: { nfd: number; node: { mode: number } }) => {
        this.flushes += 1
        return flush(nfd, (node.mode & modeMask) === folderMode)
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFlush] } }
  }
}
