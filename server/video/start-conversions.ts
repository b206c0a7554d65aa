/** Enters the new videos of records, and wants their conversion in the same transaction. */
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Fields } from '#contract/kit/field/field.ts'
import { filePlaces } from '#contract/kit/field/file-places.ts'
import { toRecord, toText } from '#contract/kit/field/guards.ts'
import { hasVideo } from '#contract/kit/field/video.ts'
import type { Section } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import { videos } from '#server/db/tables/videos.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { findFfmpeg } from '#server/platform/files/find-ffmpeg.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { videoJob } from './job.ts'
import { toVideoAddress, type VideoAddress } from './store.ts'

/** The part of a change that videos need. */
export interface VideoChange {
  platform: Pick<Platform, 'database'>
  db: Db
  user: Pick<CurrentUser, 'id' | 'name'>
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

type NewVideo = VideoAddress & { name: string; size: number }

function videosIn(fields: Fields, record: Readonly<Record<string, unknown>> | null): NewVideo[] {
  return filePlaces(fields, record ?? {}).flatMap(({ field, value }) => {
    const at = field.kind === 'video' ? toVideoAddress(value) : null
    const { name, size } = toRecord(value)
    return at ? [{ ...at, name: toText(name), size: Number(size) }] : []
  })
}

/** Somebody who sends a video again that failed wants another attempt. */
async function enter(db: Db, { store, sha256, name, size }: NewVideo): Promise<number | null> {
  const [row] = await db
    .insert(videos)
    .values({ store, sha256, name, size })
    .onConflictDoUpdate({
      target: [videos.sha256, videos.store],
      set: { state: 'waiting', reason: null, percent: null, changed_at: sql`now()` },
      setWhere: eq(videos.state, 'failed'),
    })
    .returning({ id: videos.id })
  return row?.id ?? null
}

/** To be called once per change of records, in its transaction. */
export async function startConversions(
  { name, permission, fields }: Pick<Section, 'name' | 'permission' | 'fields'>,
  changes: readonly VideoChange[],
) {
  if (!hasVideo(fields)) return
  for (const { platform, db, user, before, after } of changes) {
    const known = new Set(videosIn(fields, before).map(({ sha256 }) => sha256))
    for (const video of videosIn(fields, after)) {
      if (known.has(video.sha256)) continue
      known.add(video.sha256)
      const id = await enter(db, video)
      if (id === null) continue
      const options = { key: String(id), subject: video.name, section: name, resource: permission, total: 100 }
      await enqueue(platform.database, db, videoJob, { video: id }, { ...options, ...(user.id > 0 && { user }) })
    }
  }
}

/** At the start: conversions that a killed process left, and those that failed while there was no ffmpeg. */
export async function resumeConversions({ database, settings }: Platform): Promise<void> {
  await database.transaction(async (tx) => {
    const lacked = and(eq(videos.state, 'failed'), eq(videos.reason, 'no_converter'))
    const left = or(inArray(videos.state, ['waiting', 'converting']), lacked)
    const { id: number, name: title, state } = videos
    const found = await tx.select({ id: number, name: title, state }).from(videos).where(left)
    // Programs are looked for only where one is wanted.
    const hasConverter = found.some((each) => each.state === 'failed') && (await findFfmpeg(settings)) !== null
    for (const { id, name } of found.filter((each) => each.state !== 'failed' || hasConverter))
      await enqueue(database, tx, videoJob, { video: id }, { key: String(id), subject: name, total: 100 })
  })
}
