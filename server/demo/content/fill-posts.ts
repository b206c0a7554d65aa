/** Posts with embedded pictures. */

import { inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { categories, medias, posts } from '#server/db/tables/content.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { drawPictures } from '../base/pictures.ts'
import { randomFrom } from '../base/random.ts'
import { type Clock, insertRows } from '../base/rows.ts'
import { storeVideos } from '../base/videos.ts'
import { charts } from './articles.ts'
import { demoMedia, demoPosts, postVideos, subjects } from './posts.ts'

const seed = 20_261_015

/** Returns ids of published and scheduled ones. */
export async function fillPosts({ files }: Platform, db: Db, clock: Clock, authors: readonly string[]): Promise<number[]> {
  const random = randomFrom(seed)
  const pictures = await drawPictures(files, db, charts, 960, 540)
  const covers = await drawPictures(
    files,
    db,
    subjects.map(({ title }) => title),
    960,
    540,
  )
  const videos = await storeVideos(files, db, postVideos)
  const fitting = await db
    .select({ id: categories.id })
    .from(categories)
    .where(inArray(categories.model, ['analysis', 'education']))
    .orderBy(categories.id)
  const rows = demoPosts(random, clock, { covers, pictures, videos, categories: fitting.map(({ id }) => id) }, authors)
  await insertRows(db, medias, demoMedia(random, clock, pictures, authors))
  await insertRows(db, posts, rows)
  return rows.flatMap(({ id, status }) => (status === 'publish' ? [id] : []))
}
