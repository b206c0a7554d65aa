/** Addresses that get less mail (docs/product/newsletters.md#suppression). Addresses are normalised ones. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { mailSuppressions, type SuppressionKind } from '#server/db/tables/mail.ts'

export async function suppress(db: Db, address: string, kind: SuppressionKind): Promise<void> {
  await db.insert(mailSuppressions).values({ address, kind }).onConflictDoNothing()
}

/** A mailbox that is not there, or a person who called us spam, gets no mail that nobody waits for. */
export async function isUnreachable(db: Db, address: string): Promise<boolean> {
  const mine = and(eq(mailSuppressions.address, address), inArray(mailSuppressions.kind, ['bounced', 'complained']))
  return (await db.$count(mailSuppressions, mine)) > 0
}
