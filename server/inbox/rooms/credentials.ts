/** The credentials of WhatsApp numbers, encrypted in the database (server/platform/core/secret-box.ts). */
import { eq, isNotNull, or } from 'drizzle-orm'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { isReadable, isSealed, type SecretBox } from '#server/platform/core/secret-box.ts'
import type { WhatsappNumber } from './templates.ts'

export const credentialNames = ['access_token', 'app_secret'] as const
export const unreadableReason = 'The credentials of this number were encrypted with another key. Enter them again.'

/** Decrypts a credential. Throws UnreadableSecret. One written by an earlier version since the start is plain text. */
export function openCredential({ secretBox }: { secretBox: SecretBox }, stored: string): string {
  return isSealed(stored) ? secretBox.open(stored) : stored
}

async function prepareNumber(platform: Platform, number: WhatsappNumber): Promise<void> {
  const { database, log, secretBox } = platform
  const change: Partial<WhatsappNumber> = {}
  for (const name of credentialNames) {
    const stored = number[name]
    if (stored === null) continue
    if (!isSealed(stored)) change[name] = secretBox.seal(stored)
    else if (!isReadable(secretBox, stored)) Object.assign(change, { status: 'error', status_reason: unreadableReason })
  }
  if (change.status === 'error')
    log.error({ number: number.id }, 'credentials were encrypted with another key and have to be entered again')
  if (Object.keys(change).length) await database.db.update(whatsappNumbers).set(change).where(eq(whatsappNumbers.id, number.id))
}

/** Called at start: encrypts plain credentials of an earlier version, and marks numbers with unreadable ones. */
export async function startCredentials(platform: Platform): Promise<void> {
  const { access_token, app_secret } = whatsappNumbers
  const stored = or(isNotNull(access_token), isNotNull(app_secret))
  for (const number of await platform.database.db.select().from(whatsappNumbers).where(stored)) await prepareNumber(platform, number)
}
