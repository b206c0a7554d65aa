import { inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { mailSuppressions } from '#server/db/tables/mail.ts'
import { newsletterRecipients as recipients } from '#server/db/tables/newsletters.ts'
import { normaliseAddress } from '#server/platform/mail/address.ts'

/** Forgets addresses of erased members. Who got which newsletter stays, by number. */
export async function forgetRecipients(db: Db, memberIds: readonly number[], emails: readonly string[]): Promise<void> {
  await db
    .update(recipients)
    .set({ address: null, response: null })
    .where(inArray(recipients.member_id, [...memberIds]))
  if (emails.length) await db.delete(mailSuppressions).where(inArray(mailSuppressions.address, emails.map(normaliseAddress)))
}
