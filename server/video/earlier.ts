/** The video before a new one, which plays until that is ready (docs/product/videos.md#states). */
import type { Fields } from '#contract/kit/field/field.ts'
import { type FilePlace, filePlaces, mapFiles } from '#contract/kit/field/file-places.ts'
import { isRecord, toRecord, toText } from '#contract/kit/field/guards.ts'
import { hasVideo } from '#contract/kit/field/video.ts'
import type { Db } from '#server/db/database.ts'
import { findVideos, keyOf, toVideoAddress } from './store.ts'

type Values = Readonly<Record<string, unknown>>

/** The path of a place with refs in place of positions: rows may have moved. */
function steadyPath(record: Values, path: string): string {
  let at: unknown = record
  return path
    .split('.')
    .map((step) => {
      at = Array.isArray(at) ? at[Number(step)] : toRecord(at)[step]
      return isRecord(at) && typeof at.ref === 'string' ? at.ref : step
    })
    .join('.')
}

/** Returns the record with the address of the earlier video in each new one. Two replacements in a row keep the one that plays. */
export async function keepEarlierVideos<T extends Values>(db: Db, fields: Fields, input: T, before: Values): Promise<Values> {
  if (!hasVideo(fields)) return input
  const isVideo = ({ field }: FilePlace) => field.kind === 'video'
  const earlier = new Map(
    filePlaces(fields, before)
      .filter(isVideo)
      .map(({ path, value }) => [steadyPath(before, path), value]),
  )
  const earlierAt = (path: string) => earlier.get(steadyPath(input, path))
  const isReplaced = ({ path, value }: FilePlace) => {
    const old = earlierAt(path)
    return old !== undefined && old !== null && toRecord(old).url !== toRecord(value).url
  }
  const replaced = filePlaces(fields, input).filter((place) => isVideo(place) && isReplaced(place))
  const found = await findVideos(
    db,
    replaced.flatMap(({ path }) => toVideoAddress(earlierAt(path)) ?? []),
  )
  return mapFiles(fields, input, (place) => {
    const old = toRecord(earlierAt(place.path))
    if (!isVideo(place) || !isRecord(place.value) || !old.url) return place.value
    if (!isReplaced(place)) return old
    const at = toVideoAddress(old)
    const plays = at !== null && found.get(keyOf(at))?.state === 'ready'
    return { ...place.value, before: toText(plays ? old.url : (old.before ?? old.url)) }
  })
}
