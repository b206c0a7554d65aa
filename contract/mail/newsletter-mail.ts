/** A newsletter as a mail: rendered once, then filled in for each person. */
import type { Language } from '../choices/languages.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import { readableText } from '../lib/readable-text.ts'
import { type RenderedMail, renderMail } from './layout.ts'

const words: Readonly<Record<Language, { reason: string; unsubscribe: string }>> = {
  en: { reason: 'You receive this because you are a member.', unsubscribe: 'Unsubscribe from newsletters' },
  id: { reason: 'Anda menerima email ini karena Anda terdaftar sebagai member.', unsubscribe: 'Berhenti berlangganan newsletter' },
  tr: { reason: 'Bu e-postayı üyemiz olduğunuz için alıyorsunuz.', unsubscribe: 'Bülten aboneliğinden çık' },
  ar: { reason: 'تصلك هذه الرسالة لأنك عضو لدينا.', unsubscribe: 'إلغاء الاشتراك في النشرة' },
}

export interface NewsletterContent {
  subject: string
  preheader: string | null
  /** Rich text. */
  body: string
  /** Of the words around the body. */
  language: Language
  company: { name: string; address: string }
  publicUrl: string
}

export interface NewsletterLinks {
  unsubscribe: string
  /** Null in a test, which counts nothing. */
  pixel: string | null
}

/** Not in any text: a control character is refused everywhere. */
const unsubscribeMark = '\u0001unsubscribe\u0001'
const pixelMark = '\u0001pixel\u0001'
const maxPreheader = 140

/** Cut once where links stand. */
function fillLinks(template: string, quote: (text: string) => string) {
  const parts = template.split(unsubscribeMark)
  return ({ unsubscribe, pixel }: NewsletterLinks) => parts.join(quote(unsubscribe)).replace(pixelMark, () => quote(pixel ?? ''))
}

/** Returns what makes one person's mail of their links. */
export function newsletterMail(content: NewsletterContent): (links: NewsletterLinks) => RenderedMail {
  const { language, subject, body, company, publicUrl } = content
  const { reason, unsubscribe } = words[language]
  const prepare = (pixel?: string) => {
    const mail = renderMail({
      language,
      subject,
      preheader: content.preheader?.trim() || readableText(body).replace(/\s+/g, ' ').slice(0, maxPreheader),
      blocks: [{ kind: 'rich', html: body }],
      company,
      reason,
      links: [{ label: unsubscribe, url: unsubscribeMark }],
      publicUrl,
      ...(pixel !== undefined && { pixel }),
    })
    return { html: fillLinks(mail.html, escapeHtml), text: fillLinks(mail.text, (text) => text) }
  }
  const [counted, silent] = [prepare(pixelMark), prepare()]
  return (links) => {
    const { html, text } = links.pixel === null ? silent : counted
    return { html: html(links), text: text(links) }
  }
}
