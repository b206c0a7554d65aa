import type { Logger } from 'pino'
import type { Settings } from '../../settings/settings.ts'
import { createBucketStorage } from './bucket-storage.ts'
import { createDiskStorage } from './disk-storage.ts'
import type { Storage } from './storage.ts'
import type { StorageError } from './storage-error.ts'

/** Milliseconds between two lines of the log about one kind of failure. */
const logEvery = 10_000

/** The place of files that the settings name. Failures of a bucket are logged, without its address. */
export function openStorage({ filesBucket, dataDir }: Pick<Settings, 'filesBucket' | 'dataDir'>, log: Logger): Storage {
  if (!filesBucket) return createDiskStorage(dataDir)
  const logged = new Map<string, number>()
  const onFailure = ({ problem, detail }: StorageError) => {
    if (performance.now() - (logged.get(problem) ?? Number.NEGATIVE_INFINITY) < logEvery) return
    logged.set(problem, performance.now())
    log.error({ problem, detail }, 'the bucket of files failed')
  }
  return createBucketStorage(filesBucket, { onFailure })
}
