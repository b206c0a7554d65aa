/** Hashtags: `{ id, name }` of words shared by all texts. */

import { inArray } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import type { Db } from '#server/db/database.ts'
import { hashtags } from '#server/db/tables/content.ts'

/** Normalises a hashtag: lowercase, trimmed, without sign. */
const tidy = (name: unknown): string =>
  toText(name)
    .replace(/^[\s#]+/, '')
    .trim()
    .toLowerCase()

/** Returns a field's distinct hashtags with numbers; creates new ones. */
export async function numberHashtags(db: Db, value: unknown): Promise<Record<string, unknown>[]> {
  const named = recordsOf(value).map((row) => ({ ...row, name: tidy(row.name) }))
  const rows = [...new Map(named.map((row) => [row.name, row])).values()].filter(({ name }) => name !== '')
  // Sorted, to avoid deadlocks of concurrent creations.
  const names = rows.map(({ name }) => name).sort()
  if (!names.length) return []
  await db
    .insert(hashtags)
    .values(names.map((name) => ({ name })))
    .onConflictDoNothing()
  const known = await db.select().from(hashtags).where(inArray(hashtags.name, names))
  const ids = new Map(known.map(({ id, name }) => [name, id]))
  return rows.map((row) => ({ ...row, id: ids.get(row.name) ?? null }))
}
