/** The mail of a newsletter, for recipients, tests and the preview alike. */
import { readableText } from '#contract/lib/readable-text.ts'

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

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Our pictures have paths; a mail needs addresses. */
const withAddresses = (body: string, publicUrl: string) => body.replaceAll(' src="/files/', ` src="${escapeHtml(publicUrl)}/files/`)

export function renderNewsletter(
  { subject, preheader, body }: NewsletterContent,
  { publicUrl, company }: { publicUrl: string; company: { name: string; address: string } },
  { unsubscribe, open }: NewsletterLinks,
): RenderedNewsletter {
  const hidden = preheader ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>` : ''
  const picture = open ? `<img src="${escapeHtml(open)}" width="1" height="1" alt="">` : ''
  const sender = [company.name, company.address].filter(Boolean)
  const leave = `<a href="${escapeHtml(unsubscribe)}">Berhenti berlangganan / Unsubscribe</a>`
  const foot = `<p style="font-size:13px;color:#666">${sender.map(escapeHtml).join('<br>')}<br>${leave}</p>`
  return {
    html: `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="font:16px/1.5 sans-serif;max-width:40em;margin:0 auto">${hidden}${withAddresses(body, publicUrl)}${foot}${picture}</body></html>`,
    text: [
      ...(preheader ? [preheader] : []),
      readableText(body),
      [...sender, `Berhenti berlangganan / Unsubscribe: ${unsubscribe}`].join('\n'),
    ].join('\n\n'),
  }
}
