/**
 * The one layout of all mails (docs/product/deliverability.md#layout): tables and inline styles for Gmail, Outlook and dark mode, and a text part from
 * the same blocks. The console draws its previews with it, so what somebody sees there is what is sent.
 */
import { directionOf, type Language } from '../choices/languages.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import { styleSheet, styles, width } from './look.ts'
import { richMailHtml, richMailText } from './rich-mail.ts'

export type MailBlock =
  /** A paragraph; lines are kept. */
  | { kind: 'text'; text: string }
  | { kind: 'small'; text: string }
  /** What is said about something: label and value. */
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  /** What is paid: names and amounts, the last one being the total. */
  | { kind: 'sums'; rows: readonly (readonly [name: string, amount: string])[]; total: readonly [name: string, amount: string] }
  | { kind: 'button'; label: string; url: string }
  /** A picture that comes with the mail. */
  | { kind: 'picture'; cid: string; alt: string; size: number }
  | { kind: 'code'; label: string; text: string }
  /** What our editor of rich texts makes. */
  | { kind: 'rich'; html: string }

export interface MailContent {
  language: Language
  subject: string
  /** Shown beside the subject in a list of mails. */
  preheader: string
  title?: string
  blocks: readonly MailBlock[]
  /** Who writes, and why to this person. */
  company: { name: string; address: string }
  reason: string
  links?: readonly { label: string; url: string }[]
  /** Of our own pictures in rich texts. */
  publicUrl: string
  /** Address of the picture that counts an opening. */
  pixel?: string
}

export interface RenderedMail {
  html: string
  text: string
}

type Side = 'left' | 'right'
interface Frame {
  side: Side
  other: Side
  publicUrl: string
}

const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
const withBreaks = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

function sumRow([name, amount]: readonly [string, string], { side, other }: Frame, style: string): string {
  return `<tr><td align="${side}" class="m-line" style="${style}">${escapeHtml(name)}</td><td align="${other}" class="m-line" style="${style};white-space:nowrap" dir="ltr">${escapeHtml(amount)}</td></tr>`
}

function blockHtml(block: MailBlock, frame: Frame): string {
  const { side } = frame
  switch (block.kind) {
    case 'text':
      return `<p style="${styles.p}">${withBreaks(block.text)}</p>`
    case 'small':
      return `<p class="m-soft" style="${styles.small}">${withBreaks(block.text)}</p>`
    case 'facts': {
      const row = ([label, value]: readonly [string, string]) =>
        `<tr><td align="${side}" class="m-soft" style="${styles.label}">${escapeHtml(label)}</td></tr><tr><td align="${side}" class="m-ink" style="${styles.value}">${withBreaks(value)}</td></tr>`
      return `<table ${table} width="100%" style="${styles.facts}">${block.rows.map(row).join('')}</table>`
    }
    case 'sums':
      return `<table ${table} width="100%" style="${styles.facts}">${block.rows.map((row) => sumRow(row, frame, styles.line)).join('')}${sumRow(block.total, frame, styles.total)}</table>`
    case 'button': {
      const url = escapeHtml(block.url)
      return `<table ${table} align="${side}" style="${styles.buttonRow}"><tr><td class="m-main" style="${styles.buttonCell}" bgcolor="#1d4ed8"><a href="${url}" target="_blank" class="m-on" style="${styles.button}">${escapeHtml(block.label)}</a></td></tr></table><div style="clear:both;height:1px;line-height:1px;overflow:hidden">&nbsp;</div>`
    }
    case 'picture':
      return `<p style="${styles.p}"><img src="cid:${escapeHtml(block.cid)}" width="${block.size}" height="${block.size}" alt="${escapeHtml(block.alt)}" style="display:block;border:0;background-color:#ffffff"></p>`
    case 'code':
      return `<p class="m-soft" style="${styles.small}">${escapeHtml(block.label)}:<br><span dir="ltr" style="${styles.code};word-break:break-all">${escapeHtml(block.text)}</span></p>`
    case 'rich':
      return richMailHtml(block.html, frame)
  }
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
    case 'small':
      return block.text
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'sums':
      return [...block.rows.map(([name, amount]) => `- ${name}: ${amount}`), `${block.total[0]}: ${block.total[1]}`].join('\n')
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'picture':
      return ''
    case 'code':
      return `${block.label}:\n${block.text}`
    case 'rich':
      return richMailText(block.html)
  }
}

/** Keeps the first words of the mail out of the preview after a short preheader. */
const filler = '&#847;&zwnj;&nbsp;'.repeat(60)

function footHtml({ company, reason, links = [] }: MailContent): string {
  const sender = [company.name, company.address].filter(Boolean).join(', ')
  const linked = links.map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" target="_blank" class="m-soft" style="${styles.footLink}">${escapeHtml(label)}</a>`,
  )
  return [escapeHtml(reason), ...(linked.length ? [linked.join(' &middot; ')] : []), escapeHtml(sender)].join('<br>')
}

const footText = ({ company, reason, links = [] }: MailContent): string =>
  [reason, ...links.map(({ label, url }) => `${label}: ${url}`), [company.name, company.address].filter(Boolean).join(', ')].join('\n')

/** Returns the HTML and the text of a mail. */
export function renderMail(content: MailContent): RenderedMail {
  const { language, subject, preheader, title, blocks, company, pixel, publicUrl } = content
  const dir = directionOf(language)
  const frame: Frame = { side: dir === 'rtl' ? 'right' : 'left', other: dir === 'rtl' ? 'left' : 'right', publicUrl }
  const { side } = frame
  const heading = title ? `<h1 class="m-ink" style="${styles.title}">${escapeHtml(title)}</h1>` : ''
  const html = [
    `<!DOCTYPE html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${escapeHtml(subject)}</title><style>${styleSheet}</style></head>`,
    `<body class="m-back" style="${styles.body}" dir="${dir}">`,
    `<div style="${styles.preheader}" aria-hidden="true">${escapeHtml(preheader)}${filler}</div>`,
    `<table ${table} width="100%" class="m-back" style="${styles.outer}" bgcolor="#f3f4f6" dir="${dir}"><tr><td align="center" style="${styles.frame}">`,
    `<!--[if mso]><table ${table} width="${width}"><tr><td><![endif]-->`,
    `<table ${table} width="100%" style="${styles.column}" lang="${language}" dir="${dir}">`,
    `<tr><td align="${side}" class="m-ink" style="${styles.sender}">${escapeHtml(company.name)}</td></tr>`,
    `<tr><td align="${side}" class="m-card" bgcolor="#ffffff" style="${styles.card}">${heading}${blocks.map((block) => blockHtml(block, frame)).join('')}</td></tr>`,
    `<tr><td align="${side}" class="m-soft" style="${styles.foot}">${footHtml(content)}</td></tr>`,
    '</table><!--[if mso]></td></tr></table><![endif]--></td></tr></table>',
    pixel ? `<img src="${escapeHtml(pixel)}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">` : '',
    '</body></html>',
  ].join('')
  const text = [...(title ? [title] : []), ...blocks.map(blockText), `-- \n${footText(content)}`].filter(Boolean).join('\n\n')
  return { html, text: `${text}\n` }
}
