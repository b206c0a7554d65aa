/** Who gets a newsletter, and why others do not: one judgement for the live count and the snapshot (docs/product/newsletters.md#audience). */
import { and, type SQL, sql } from 'drizzle-orm'
import type { Audience } from '#contract/sections/promotion/newsletter.ts'
import type { Db } from '#server/db/database.ts'
import { mailSuppressions } from '#server/db/tables/mail.ts'
import { members } from '#server/db/tables/members.ts'
import { isInSegments } from '#server/people/segments.ts'
import { isAddressSql, normaliseAddress, normaliseSql } from '#server/platform/mail/address.ts'

/** Postgres has no punycode: the few addresses beyond ASCII are normalised here. */
async function normalisedBeyondAscii(db: Db, names: readonly string[]): Promise<string> {
  const found = await db
    .selectDistinct({ email: members.email })
    .from(members)
    .where(and(isInSegments(names), sql`${members.email} ~ '[^\\x01-\\x7f]'`))
  return JSON.stringify(Object.fromEntries(found.flatMap(({ email }) => (email === null ? [] : [[email, normaliseAddress(email)]]))))
}

/**
 * Returns a query of (member_id, address, state, reason): every member of the segments once. Of members with one address, the first gets it.
 * A member who came after this call may have an address beyond ASCII, which is then not sent to.
 */
export async function judgeMembers(db: Db, names: readonly string[]): Promise<SQL> {
  const known = await normalisedBeyondAscii(db, names)
  const address = sql`nullif(${normaliseSql(sql`${members.email}`, known)}, '')`
  const strongest = sql`(array_agg(${mailSuppressions.kind} order by ${mailSuppressions.kind} = 'unsubscribed'))[1]`
  return sql`
    select judged.id as member_id, judged.address,
      case when judged.skip is not null then 'skipped' when suppressed.kind is not null then 'suppressed' else 'queued' end as state,
      coalesce(judged.skip, suppressed.kind) as reason
    from (
      select found.id, found.address, case
        when found.address is null then 'no_address'
        when not ${isAddressSql(sql`found.address`)} then 'bad_address'
        when row_number() over (partition by found.address order by found.id) > 1 then 'duplicate' end as skip
      from (select ${members.id} as id, ${address} as address from ${members} where ${isInSegments(names)}) as found
    ) as judged
    left join (select ${mailSuppressions.address} as address, ${strongest} as kind from ${mailSuppressions} group by 1) as suppressed
      on suppressed.address = judged.address`
}

export async function countAudience(db: Db, names: readonly string[]): Promise<Audience> {
  const judged = await judgeMembers(db, names)
  const because = (reason: string) => sql`(count(*) filter (where reason = ${reason}))::int`
  const { rows } = await db.execute<Audience & Record<string, unknown>>(sql`
    select count(*)::int as matched, (count(*) filter (where state = 'queued'))::int as gets,
      ${because('no_address')} as no_address, ${because('bad_address')} as bad_address, ${because('duplicate')} as duplicate,
      (count(*) filter (where state = 'suppressed'))::int as suppressed
    from (${judged}) as judged`)
  const [found] = rows
  if (!found) throw new Error('an audience was not counted')
  return found
}
