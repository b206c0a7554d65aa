/** One bucket for the mails of all processes (docs/product/newsletters.md#pace). Newsletters leave a tenth of it to single mails. */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { mailPace } from '#server/db/tables/mail.ts'

const newsletterShare = 0.9
/** Newsletters go in groups of as many. */
export const groupSize = 10

interface Bucket {
  /** Per second. */
  rate: number
  size: number
}

/** Holds a second's mails, or a group. */
const bucketOf = (perMinute: number): Bucket => ({ rate: perMinute / 60, size: Math.max(groupSize, perMinute / 60) })

const elapsed = sql`greatest(0, extract(epoch from now() - ${mailPace.at}))::float8`
const filled = (column: SQL, { rate, size }: Bucket) => sql`least(${size}::float8, ${column} + ${rate}::float8 * ${elapsed})`
const later = sql`greatest(${mailPace.at}, now())`

function filling(perMinute: number): { all: SQL; newsletters: SQL } {
  return {
    all: filled(sql`${mailPace.tokens}`, bucketOf(perMinute)),
    newsletters: filled(sql`${mailPace.newsletter_tokens}`, bucketOf(perMinute * newsletterShare)),
  }
}

/** Makes the row of the bucket, which `takeGroup` expects: full, as nothing was sent. */
export async function ensurePace(db: Db): Promise<void> {
  await db.insert(mailPace).values({ id: 1, tokens: groupSize, newsletter_tokens: groupSize, at: sql`now()` }).onConflictDoNothing()
}

/** Milliseconds until a single mail may go; 0 takes its place. */
async function takePlace(db: Db, perMinute: number): Promise<number> {
  const { all, newsletters } = filling(perMinute)
  const { rows } = await db.execute(
    sql`update ${mailPace} set tokens = ${all} - 1, newsletter_tokens = ${newsletters}, at = ${later} where id = 1 and ${all} >= 1 returning id`,
  )
  if (rows.length) return 0
  const { rows: left } = await db.execute<{ missing: number }>(sql`select 1 - ${all} as missing from ${mailPace} where id = 1`)
  return Math.max(5, Math.ceil((Number(left[0]?.missing ?? 1) / bucketOf(perMinute).rate) * 1_000))
}

const longestWaitMs = 20_000

/** Returns once a single mail may go; false if that takes too long. */
export async function waitForPlace(db: Db, perMinute: number): Promise<boolean> {
  await ensurePace(db)
  const end = performance.now() + longestWaitMs
  for (;;) {
    const wait = await takePlace(db, perMinute)
    if (wait === 0) return true
    if (performance.now() + wait > end) return false
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/**
 * Common table expressions for a statement that sends a group: `pace (granted, wait_ms)`, the number of mails that may go now, up to `max`,
 * taken in that statement.
 */
export function takeGroup(perMinute: number, max: number): SQL {
  const { all, newsletters } = filling(perMinute)
  const { rate } = bucketOf(perMinute * newsletterShare)
  return sql`
    filled as (select ${all} as tokens, ${newsletters} as newsletter_tokens from ${mailPace} where id = 1 for update),
    pace as (select greatest(0, least(${max}::int, floor(tokens), floor(newsletter_tokens)))::int as granted,
      ceil(greatest(0, 1 - least(tokens, newsletter_tokens)) / ${rate}::float8 * 1000)::int as wait_ms from filled),
    taken as (update ${mailPace} set tokens = filled.tokens - pace.granted, newsletter_tokens = filled.newsletter_tokens - pace.granted, at = ${later}
      from filled, pace where id = 1 returning id)`
}
