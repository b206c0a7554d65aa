/** The frame of public pages of events: no script, nothing from elsewhere, and a policy that allows no more than that. */
import { createHash } from 'node:crypto'
import type { ParticipantLanguage } from '#contract/sections/product/participant.ts'
import { escapeHtml } from '../event/html.ts'

const style = [
  ':root{color-scheme:light dark;--ink:#16191d;--soft:#565e69;--line:#8d949e;--paper:#fff;--back:#f3f4f6;--main:#1d4ed8;--on:#fff;--bad:#b42318;--note:#e8eefc}',
  '@media(prefers-color-scheme:dark){:root{--ink:#eceef1;--soft:#a9b0ba;--line:#747c87;--paper:#1b1e23;--back:#111317;--main:#9db8ff;--on:#0d1b45;--bad:#ff9d92;--note:#1f2b4a}}',
  '*{box-sizing:border-box}',
  'body{margin:0;background:var(--back);color:var(--ink);font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}',
  'main{max-width:40rem;margin:0 auto;padding:1rem}',
  '.cover{display:block;width:100%;height:auto;aspect-ratio:1200/630;object-fit:cover;border-radius:.75rem;margin-bottom:1rem}',
  'h1{font-size:1.6rem;line-height:1.25;margin:0 0 .75rem}h2{font-size:1.2rem;margin:0 0 .75rem}',
  'section{background:var(--paper);border-radius:.75rem;padding:1rem;margin:1rem 0}section>:last-child{margin-bottom:0}',
  'dl{display:grid;gap:.75rem;margin:0}dt{color:var(--soft);font-size:.875rem}dd{margin:0;font-weight:600}',
  '.text :first-child{margin-top:0}.text :last-child{margin-bottom:0}.text pre{overflow-x:auto}',
  'form{display:grid;gap:1.1rem}.field{display:grid;gap:.35rem}label,legend{font-weight:600;padding:0}',
  'fieldset{border:0;margin:0;padding:0;display:grid;gap:.35rem;min-width:0}',
  '.help{color:var(--soft);font-size:.875rem;font-weight:400;margin:0}.bad{color:var(--bad);font-size:.875rem;margin:0;font-weight:600}',
  'input:not([type=radio]),textarea,select{width:100%;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:.5rem;padding:.7rem .75rem;min-height:3rem}',
  'textarea{min-height:6rem;resize:vertical}[aria-invalid=true]{border-color:var(--bad);border-width:2px}',
  '.choices{display:grid;gap:.15rem}.choices label{display:flex;gap:.6rem;align-items:center;min-height:2.75rem;font-weight:400}',
  '.rating{grid-template-columns:repeat(5,1fr)}.rating label{justify-content:center}input[type=radio]{width:1.25rem;height:1.25rem;margin:0;flex:none}',
  'button,.button{display:inline-block;font:inherit;font-weight:700;color:var(--on);background:var(--main);border:0;border-radius:.5rem;padding:.8rem 1.1rem;min-height:3rem;text-align:center;text-decoration:none;cursor:pointer;width:100%}',
  '.second{background:none;color:var(--main);border:1px solid var(--line)}.actions{display:grid;gap:.75rem}',
  'a{color:var(--main)}:focus-visible{outline:3px solid var(--main);outline-offset:2px}',
  '.gap{margin-top:.75rem}.note{background:var(--note);border-radius:.5rem;padding:.75rem;margin:0 0 1rem;font-weight:600}',
  '.trap{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}',
  '.ticket{text-align:center}.ticket svg{max-width:100%;height:auto;border-radius:.5rem}.ticket code{display:block;font-size:.8rem;text-align:start}',
  'ul.plain{list-style:none;margin:0;padding:0;display:grid;gap:.35rem}',
].join('')

const styleHash = createHash('sha256').update(style).digest('base64')
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of every response: it is not cached, and its address, which may be a person's own page, is not sent on as a referrer. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  Vary: 'Accept-Language',
}

export interface PageContent {
  language: ParticipantLanguage
  title: string
  /** HTML. */
  body: string
}

export function sendPage({ language, title, body }: PageContent, status = 200, more: Readonly<Record<string, string>> = {}): Response {
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`
  return new Response(html, { status, headers: { ...headers, ...more } })
}

/** After a form, so that a reload sends nothing again. */
export const seeOther = (path: string): Response =>
  new Response(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } })
