/** Hashtags of a text: `{ id, name }` of words that all texts share. */

import { inArray } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import type { Db } from '#server/db/database.ts'
import { hashtags } from '#server/db/tables/content.ts'

/** As a hashtag is written: small letters, no sign, no spaces at its ends. */
const tidy = (name: unknown): string =>
  toText(name)
    .replace(/^[\s#]+/, '')
    .trim()
    .toLowerCase()

/** The rows of a field with the numbers of their words, each word once; new words are made. */
export async function numberHashtags(db: Db, value: unknown): Promise<Record<string, unknown>[]> {
  const named = recordsOf(value).map((row) => ({ ...row, name: tidy(row.name) }))
  const rows = [...new Map(named.map((row) => [row.name, row])).values()].filter(({ name }) => name !== '')
  // In one order, so that two who make the same words wait for one another and not in a ring.
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
