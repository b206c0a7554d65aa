/** Content of a mail in the layout of all of them, with the company's name. */
import { type MailContent, renderMail } from '#contract/mail/layout.ts'
import type { Settings } from '../settings/settings.ts'

export function composeMail({ company, publicUrl }: Settings, content: Omit<MailContent, 'company' | 'publicUrl'>) {
  return { subject: content.subject, ...renderMail({ ...content, company, publicUrl }) }
}
