/** What a record's videos are now, with addresses that play for some hours (docs/product/videos.md#playing). */
import type { Fields, RowOf } from '#contract/kit/field/field.ts'
import { filePlaces } from '#contract/kit/field/file-places.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import { videoMessages, type videoStatus } from '#contract/kit/field/video.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { signAddress } from '#server/platform/files/signed-address.ts'
import { findVideos, keyOf, toVideoAddress, type VideoAddress } from './store.ts'

export type VideoStatus = RowOf<typeof videoStatus>

/** The picture that the browser drew; an address alone, as the one before. */
const drawnIn = (value: unknown): string | undefined => {
  const { poster } = toRecord(value)
  return typeof poster === 'string' ? poster : undefined
}

/** The one before is an address alone. */
const beforeOf = (value: unknown): VideoAddress | null => {
  const { before } = toRecord(value)
  return typeof before === 'string' ? toVideoAddress({ url: before, name: '', size: 0, type: '' }) : null
}

interface Described {
  fields: Fields
  record: Readonly<Record<string, unknown>>
}

function placesOf({ fields, record }: Described) {
  return filePlaces(fields, record).flatMap(({ field, path, value }) => {
    const at = field.kind === 'video' ? toVideoAddress(value) : null
    return at ? [{ path, at, before: beforeOf(value), drawn: drawnIn(value) }] : []
  })
}

/** Describes the videos of records that the caller was allowed to read: of each in the order of its fields. One query. */
export async function describeVideosOfAll(
  { database, tokens }: Pick<Platform, 'database' | 'tokens'>,
  records: readonly Described[],
): Promise<VideoStatus[][]> {
  const places = records.map(placesOf)
  const found = await findVideos(
    database.db,
    places.flat().flatMap(({ at, before }) => (before ? [at, before] : [at])),
  )
  const sign = (url: string | undefined) => (url === undefined ? null : signAddress(tokens, url))
  const describe = ({ path, at, before, drawn }: ReturnType<typeof placesOf>[number]): VideoStatus => {
    const video = found.get(keyOf(at))
    const earlier = before ? found.get(keyOf(before)) : undefined
    const shown = video?.result ? video : (earlier ?? video)
    const url = sign(shown?.result?.url)
    const poster = sign(shown?.poster?.url ?? (shown === video && shown ? drawn : undefined))
    return {
      path,
      state: video?.state ?? 'waiting',
      percent: video?.percent ?? null,
      reason: video?.reason ?? null,
      message: video?.state === 'failed' ? videoMessages.failed : videoMessages.taken,
      url: url?.url ?? null,
      poster: poster?.url ?? null,
      duration: shown?.duration ?? null,
      width: shown?.width ?? null,
      height: shown?.height ?? null,
      until: url ? new Date(url.until * 1_000).toISOString() : null,
    }
  }
  return places.map((own) => own.map(describe))
}

/** Describes the videos of one record. */
export async function describeVideos(
  platform: Pick<Platform, 'database' | 'tokens'>,
  fields: Fields,
  record: Readonly<Record<string, unknown>>,
): Promise<VideoStatus[]> {
  return (await describeVideosOfAll(platform, [{ fields, record }])).flat()
}
