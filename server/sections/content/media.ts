import { or, sql } from 'drizzle-orm'
import { isStoredFile } from '#contract/kit/field/field.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { media } from '#contract/sections/content/media.ts'
import { serve } from '#server/crud/serve.ts'
import type { Db } from '#server/db/database.ts'
import { medias, posts } from '#server/db/tables/content.ts'
import { type Refusal, refusal } from '#server/platform/core/refusal.ts'
import { sha256Of } from '#server/platform/files/files.ts'

/** Prefix of each picture's address by record id: equal content may have several names. */
const addressesOf = (rows: readonly AnyRow[]) =>
  new Map(
    rows.flatMap(({ id, image }): [number, string][] => {
      const sha256 = isStoredFile(image) ? sha256Of(image.url) : null
      return sha256 ? [[id, `/files/${sha256}/`]] : []
    }),
  )

/** A picture that a post shows stays (docs/product/content.md#posts). */
async function usedIn(db: Db, rows: readonly AnyRow[]): Promise<Map<number, Refusal>> {
  const addresses = addressesOf(rows)
  if (!addresses.size) return new Map()
  const found = await db
    .select({ title: posts.title, body: posts.body })
    .from(posts)
    .where(or(...[...addresses.values()].map((address) => sql`position(${address} in ${posts.body}) > 0`)))
    .orderBy(posts.id)
    .limit(200)
  return new Map(
    [...addresses].flatMap(([id, address]): [number, Refusal][] => {
      const titles = found.flatMap(({ title, body }) => (body.includes(address) ? [title] : []))
      const [first] = titles
      if (first === undefined) return []
      const others = titles.length - 1
      return [[id, others ? refusal('picture_in_many', { title: first, others }) : refusal('picture_in_use', { title: first })]]
    }),
  )
}

export const mediaApi = serve(media, medias, {
  prepare({ values }) {
    if (isStoredFile(values.image)) values.name = values.image.name
  },
  refuseRemove: usedIn,
})
