/** `npm run files:move`: copies the files of the data folder into the bucket. It may be killed, and goes on where it was. */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBucketStorage } from '#server/platform/files/storage/bucket-storage.ts'
import { createDiskStorage } from '#server/platform/files/storage/disk-storage.ts'
import type { Storage } from '#server/platform/files/storage/storage.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** Prefixes of all files; complete uploads are staged ones. */
const folders = ['files', 'kept-files', 'videos', 'temporary-files', 'staging'] as const

const named = /\/[0-9a-f]{64}$/
/** Files between two lines about the progress. */
const sayEvery = 1_000

export interface Moved {
  copied: number
  /** There before, of the same size. */
  known: number
  /** Paths whose content is not what their name says, which stay behind. */
  damaged: string[]
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Copies what `to` has not yet. Removes nothing. */
export async function copyFiles(
  from: Storage & { localPath(path: string): string },
  to: Storage,
  say: (line: string) => void,
): Promise<Moved> {
  const moved: Moved = { copied: 0, known: 0, damaged: [] }
  for (const folder of folders)
    for await (const { path, size } of from.list(`${folder}/`)) {
      // Names of their own belong to writes that were killed.
      if (!named.test(path)) continue
      if ((await to.stat(path))?.size === size) moved.known += 1
      else if ((await hashOf(from.localPath(path))) === path.slice(-64)) {
        await to.put(path, { local: from.localPath(path) })
        moved.copied += 1
      } else moved.damaged.push(path)
      if ((moved.copied + moved.known) % sayEvery === 0) say(`${moved.copied + moved.known} files`)
    }
  return moved
}

/** Throws one line. */
export async function moveFiles(
  { filesBucket, dataDir }: Pick<Settings, 'filesBucket' | 'dataDir'>,
  say: (line: string) => void,
): Promise<void> {
  if (!filesBucket) throw new Error('name the bucket in FILES_URL')
  const folder = resolve(dataDir)
  const { copied, known, damaged } = await copyFiles(createDiskStorage(folder), createBucketStorage(filesBucket), say)
  for (const path of damaged) say(`Left behind, because its content is another than its name says: ${join(folder, path)}`)
  say(`${copied} files were copied to the bucket, ${known} were there before; those in ${folder} stay until you remove them`)
}
