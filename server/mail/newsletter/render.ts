/** The mail of a newsletter, for recipients, tests and previews alike, in the layout of all mails. */
import { newsletterMail } from '#contract/mail/newsletter-mail.ts'

export interface NewsletterContent {
  subject: string
  preheader: string | null
  /** Sanitised. */
  body: string
}

export interface NewsletterLinks {
  unsubscribe: string
  /** Picture that says that it was opened; null for a preview. */
  open: string | null
}

export interface RenderedNewsletter {
  html: string
  text: string
}

interface Sender {
  publicUrl: string
  company: { name: string; address: string }
}

/** Members have no language of their own: the words around the text are Indonesian (docs/product/deliverability.md#languages). */
const language = 'id'

export const renderNewsletter = (
  content: NewsletterContent,
  { publicUrl, company }: Sender,
  { unsubscribe, open }: NewsletterLinks,
): RenderedNewsletter => newsletterMail({ ...content, language, publicUrl, company })({ unsubscribe, pixel: open })
