/** The frame of public pages: no script, nothing from elsewhere but what a page names, and a policy that allows no more than that. */
import { createHash } from 'node:crypto'
import { directionOf, type Language } from '#contract/choices/languages.ts'
import { escapeHtml } from '#contract/lib/escape-html.ts'
import { pageStyle } from '#contract/pages/page-style.ts'

const hashes = new Map<string, string>()

/** The hash by which a policy allows a style. */
function hashOf(style: string): string {
  const known = hashes.get(style) ?? createHash('sha256').update(style).digest('base64')
  hashes.set(style, known)
  return known
}

export interface PageContent {
  language: Language
  title: string
  /** HTML. */
  body: string
  /** HTML of the head, such as a description. */
  head?: string
  /** Beside that of all public pages. */
  style?: string
  /** Origins of pictures and players of others. */
  images?: readonly string[]
  frames?: readonly string[]
}

function policyOf({ style = '', images = [], frames = [] }: PageContent): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${hashOf(pageStyle + style)}'`,
    ["img-src 'self'", ...images].join(' '),
    ...(frames.length ? [['frame-src', ...frames].join(' ')] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers of every page: it is not cached, and its address, which may be a person's own page, is not sent on as a referrer. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  Vary: 'Accept-Language',
}

/** The whole document, of which `head` and `body` are HTML. */
export function pageHtml({ language, title, body, head = '', style = '' }: PageContent): string {
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>${head}<style>${pageStyle}${style}</style></head><body><main>${body}</main></body></html>`
}

export function sendPage(content: PageContent, status = 200, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(pageHtml(content), { status, headers: { ...headers, 'Content-Security-Policy': policyOf(content), ...more } })
}

/** After a form, so that a reload sends nothing again. */
export const seeOther = (path: string): Response =>
  new Response(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } })
