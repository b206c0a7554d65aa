import { sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { tagManager } from '#contract/sections/other/tag-manager.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Effect } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { tags } from '#server/db/tables/people.ts'
import { followTag, timesUsed } from '#server/people/tag-names.ts'

async function follow(effects: readonly Effect[]): Promise<void> {
  for (const { platform, db, before, after } of effects) {
    if (!before || before.name === after?.name) continue
    await followTag(platform.database, db, toText(before.name), after ? toText(after.name) : null)
    await totalsOf(platform.database).changed(db, ['leads', 'chat-platform'])
  }
}

export const tagManagerApi = serve(tagManager, tags, {
  derived: { used: timesUsed(sql`${tags.name}`) },
  afterChange: follow,
})
