/** Rows of uploaded videos. */
import { and, eq, or, type SQL } from 'drizzle-orm'
import { isStoredFile } from '#contract/kit/field/field.ts'
import type { VideoReason } from '#contract/kit/field/video.ts'
import type { Db } from '#server/db/database.ts'
import { type VideoStore, videos } from '#server/db/tables/videos.ts'
import { sha256Of } from '#server/platform/files/files.ts'

export type Video = typeof videos.$inferSelect

export interface VideoAddress {
  store: VideoStore
  sha256: string
}

/** Returns where a stored video lies; null for an address of another kind. */
export function toVideoAddress(value: unknown): VideoAddress | null {
  if (!isStoredFile(value)) return null
  const sha256 = sha256Of(value.url)
  const store = (['/files', '/videos'] as const).find((prefix) => value.url.startsWith(`${prefix}/`))
  return sha256 && store ? { store, sha256 } : null
}

const isOf = ({ store, sha256 }: VideoAddress): SQL | undefined => and(eq(videos.sha256, sha256), eq(videos.store, store))

/** Rows of these addresses, by `store sha256`. */
export async function findVideos(db: Db, addresses: readonly VideoAddress[]): Promise<ReadonlyMap<string, Video>> {
  if (!addresses.length) return new Map()
  const found = await db
    .select()
    .from(videos)
    .where(or(...addresses.map(isOf)))
  return new Map(found.map((row) => [keyOf(row), row]))
}

export const keyOf = ({ store, sha256 }: VideoAddress): string => `${store} ${sha256}`

/** English words of a reason, behind the message of a failure. */
export const videoReasonTexts: Readonly<Record<VideoReason, string>> = {
  no_converter: 'this server has no ffmpeg, and the video is no MP4 with H.264; the original is kept',
  damaged: 'the video is damaged or not complete',
  no_picture: 'the file has no picture track',
  too_long: 'the video is too long',
  too_wide: 'the picture is too large',
  too_heavy: 'converting it takes more time, memory or room than one video may have',
  no_room: 'the server has no room left',
  gave_up: 'the conversion was tried three times',
  cancelled: 'somebody cancelled the conversion',
}
