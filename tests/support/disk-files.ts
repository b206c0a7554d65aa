import { createFileStore, type FileStore } from '#server/platform/files/files.ts'
import { createDiskStorage } from '#server/platform/files/storage/disk-storage.ts'

/** Public files of a data folder without a database, which would know their uses. */
export function openDiskFiles(dataDir: string): FileStore {
  const uses = {
    touch: async () => undefined,
    of: async () => new Map(),
    below: async () => new Map(),
    removeUnused: async (_path: string, _before: Date, remove: () => Promise<void>) => {
      await remove()
      return true
    },
    forget: async () => undefined,
  }
  return createFileStore({ storage: createDiskStorage(dataDir), uses, folder: 'files', base: '/files' })
}
