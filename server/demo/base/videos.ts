/** Videos that scripts/demo-videos.mjs drew: stored ready to play, so that a start needs neither ffmpeg nor a network. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { Db } from '#server/db/database.ts'
import { projectRoot } from '#server/db/root.ts'
import { videos } from '#server/db/tables/videos.ts'
import type { FileStore } from '#server/platform/files/files.ts'
import { toVideoAddress } from '#server/video/store.ts'
import { drawPictures } from './pictures.ts'

const [width, height] = [640, 360]

export interface DemoVideo {
  /** Of the file in `data/videos`. */
  name: string
  title: string
  seconds: number
}

/** Stores videos with their posters, within a transaction. */
export async function storeVideos(store: FileStore, db: Db, list: readonly DemoVideo[]): Promise<StoredFile[]> {
  const titles = list.map(({ title }) => title)
  const posters = await drawPictures(store, db, titles, width, height)
  const stored: StoredFile[] = []
  for (const [at, { name, seconds }] of list.entries()) {
    const content = readFileSync(join(projectRoot, 'server/demo/data/videos', `${name}.mp4`))
    const file = await store.store(await store.inspect(content, `${name}.mp4`), db)
    const address = toVideoAddress(file)
    if (!address) throw new Error(`${name} is no stored video`)
    const look = { duration: seconds, width, height }
    const row = {
      ...address,
      name: file.name,
      size: file.size,
      state: 'ready' as const,
      result: file,
      poster: posters[at] ?? null,
      ...look,
    }
    await db.insert(videos).values(row).onConflictDoNothing()
    stored.push(file)
  }
  return stored
}
