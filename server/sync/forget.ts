/** Deletes changes after 90 days; devices away for longer restart. */
import { sql } from 'drizzle-orm'
import { meta } from '#server/db/tables/platform.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { forgottenName as name } from '#server/platform/core/feed-position.ts'

const days = 90
const daily = 86_400_000

/** Deletes changes older than `keep` days and stores the position. */
export async function forgetChanges(platform: Platform, keep = days): Promise<void> {
  await platform.database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ last: string | null }>(sql`
      with gone as (delete from changes where created_at < now() - make_interval(days => ${keep}) returning tx)
      select max(tx)::text as last from gone`)
    const last = rows[0]?.last
    if (!last) return
    const value = (BigInt(last) + 1n).toString()
    await tx.insert(meta).values({ name, value }).onConflictDoUpdate({ target: meta.name, set: { value } })
  })
}

/** At start and daily. */
export async function startForgetting(platform: Platform): Promise<void> {
  await forgetChanges(platform)
  setInterval(() => platform.background.run(() => forgetChanges(platform)), daily).unref()
}
