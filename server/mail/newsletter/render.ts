/** The mail of a newsletter, for recipients, tests and previews alike: the layout of all mails, rendered once and filled in for each person. */
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

/** Renders once; what it returns is called for each person. */
export function prepareNewsletter(content: NewsletterContent, { publicUrl, company }: Sender) {
  const mailOf = newsletterMail({ ...content, language, publicUrl, company })
  return ({ unsubscribe, open }: NewsletterLinks): RenderedNewsletter => mailOf({ unsubscribe, pixel: open })
}

export const renderNewsletter = (content: NewsletterContent, sender: Sender, links: NewsletterLinks): RenderedNewsletter =>
  prepareNewsletter(content, sender)(links)
