/** The mail of a newsletter to each recipient: rendered once, with the recipient's addresses filled in. */
import { eq } from 'drizzle-orm'
import { isStoredFile } from '#contract/kit/field/field.ts'
import { openPath, unsubscribePath } from '#contract/public-pages.ts'
import { newsletters } from '#server/db/tables/newsletters.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { sha256Of } from '#server/platform/files/files.ts'
import type { Mail, MailAttachment } from '#server/platform/mail/mailer.ts'
import { linksOf, withCountedLinks } from './click-links.ts'
import { recipientToken } from './links.ts'
import { renderNewsletter } from './render.ts'

/** A test is to nobody: its links change nothing. */
const nobody = 0

export interface Letter {
  to(recipient: { id: number; address: string }): Mail & { id: string }
}

/** The id of a recipient's mail, by which its fate is found. */
export const mailIdOf = (platform: Pick<Platform, 'tokens'>, recipient: number): string =>
  `newsletter-${recipientToken(platform, 'mail', recipient)}`

async function readAttachments({ files }: Platform, stored: readonly unknown[]): Promise<MailAttachment[]> {
  const read: MailAttachment[] = []
  for (const file of stored) {
    if (!isStoredFile(file)) continue
    const found = await files.read(sha256Of(file.url) ?? '', file.name)
    if (!found) throw new Error(`an attachment is gone: ${file.url}`)
    read.push({ filename: file.name, content: found.content, contentType: file.type })
  }
  return read
}

/** Throws if an attachment is not there. */
export async function readLetter(platform: Platform, newsletter: number): Promise<Letter> {
  const { database, settings } = platform
  const [found] = await database.db.select().from(newsletters).where(eq(newsletters.id, newsletter))
  if (!found) throw new Error('a newsletter is gone')
  const attachments = await readAttachments(platform, found.attachments)
  const unsubscribeAddress = (id: number) => settings.publicUrl + unsubscribePath(recipientToken(platform, 'unsubscribe', id))
  const openAddress = (id: number) => settings.publicUrl + openPath(recipientToken(platform, 'open', id))
  const frame = { unsubscribe: unsubscribeAddress(nobody), open: openAddress(nobody) }
  const { html, text } = renderNewsletter(found, settings, frame)
  const links = linksOf(found.body)
  return {
    to({ id, address }) {
      const unsubscribe = unsubscribeAddress(id)
      const fill = (content: string) => content.replaceAll(frame.unsubscribe, unsubscribe).replaceAll(frame.open, openAddress(id))
      return {
        id: mailIdOf(platform, id),
        to: address,
        subject: found.subject,
        html: fill(id === nobody ? html : withCountedLinks(html, links, settings.publicUrl, recipientToken(platform, 'click', id))),
        text: fill(text),
        attachments,
        headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      }
    },
  }
}
