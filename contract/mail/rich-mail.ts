/**
 * Rich text in mails: the tags of our editor with the styles that programs of mail need, and the same as plain text. What is not listed
 * here is left out, so it may be given what an editor holds, before a server has cleaned it.
 */
import { embedOf } from '../lib/embed.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import { innerWidth, styles } from './look.ts'

const token = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>|[^<]+|</gi
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
const plain = (html: string) => html.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')

function attributeOf(attributes: string, name: string): string {
  const start = attributes.toLowerCase().indexOf(` ${name}="`)
  if (start < 0) return ''
  const from = start + name.length + 3
  return plain(attributes.slice(from, attributes.indexOf('"', from)))
}

interface Look {
  style: string
  dark?: string
}
const looks: Readonly<Record<string, Look | null>> = {
  p: { style: styles.p },
  h1: { style: styles.h1 },
  h2: { style: styles.h2 },
  h3: { style: styles.h3 },
  ul: { style: styles.list },
  ol: { style: styles.list },
  li: { style: styles.li },
  blockquote: { style: styles.quote, dark: 'm-soft m-line' },
  pre: { style: styles.pre, dark: 'm-box' },
  code: { style: styles.code },
  table: { style: styles.table },
  td: { style: styles.cell, dark: 'm-line' },
  th: { style: styles.cell, dark: 'm-line' },
  thead: null,
  tbody: null,
  tr: null,
  strong: null,
  b: null,
  em: null,
  i: null,
  u: null,
  s: null,
}
const empty = new Set(['br', 'hr', 'img', 'iframe'])
const ownPicture = /^\/files\/[0-9a-f]{64}\/[^/?#"'<>\s]{1,400}$/
const linkScheme = /^(?:https?:\/\/|mailto:|tel:)/i

interface Context {
  /** Of our own pictures: mails have no address of their own. */
  publicUrl: string
  side: 'left' | 'right'
}

function pictureHtml({ publicUrl }: Context, attributes: string): string {
  const src = attributeOf(attributes, 'src')
  if (!ownPicture.test(src)) return ''
  const alt = escapeHtml(attributeOf(attributes, 'alt'))
  return `<img src="${escapeHtml(publicUrl + src)}" alt="${alt}" width="${innerWidth}" style="${styles.picture}">`
}

const anchor = (href: string) => `<a href="${escapeHtml(href)}" target="_blank" class="m-link" style="${styles.link}">`

/** A player of another site is a link: no program of mail shows frames. */
function playerHtml(attributes: string): string {
  const embed = embedOf(attributeOf(attributes, 'src'))
  return embed ? `<p style="${styles.p}">${anchor(embed.address)}${escapeHtml(embed.name)}</a></p>` : ''
}

function openTag(context: Context, name: string, attributes: string, parent: string | undefined): string | null {
  if (name === 'br') return '<br>'
  if (name === 'hr') return `<hr class="m-line" style="${styles.hr}">`
  if (name === 'img') return pictureHtml(context, attributes)
  if (name === 'iframe') return playerHtml(attributes)
  if (name === 'a') {
    const href = attributeOf(attributes, 'href')
    return linkScheme.test(href) ? anchor(href) : null
  }
  const look = looks[name]
  if (look === undefined) return null
  if (look === null) return `<${name}>`
  if (name === 'p' && (parent === 'li' || parent === 'td' || parent === 'th')) return '<p style="margin:0">'
  const spans = ['colspan', 'rowspan'].map((each) => [each, attributeOf(attributes, each)] as const)
  const more = spans.map(([each, value]) => (/^\d{1,2}$/.test(value) ? ` ${each}="${value}"` : '')).join('')
  const border = name === 'blockquote' ? `;border-${context.side}:4px solid #d5d9df` : ''
  const cell = name === 'td' || name === 'th' ? ` align="${context.side}"` : ''
  return `<${name}${more}${cell}${look.dark ? ` class="${look.dark}"` : ''} style="${look.style}${border}">`
}

/** Returns HTML for a mail. Linear in the text's length; tags that were not closed are closed. */
export function richMailHtml(html: string, context: Context): string {
  const out: string[] = []
  const open: string[] = []
  for (const [whole, slash, tag, attributes = ''] of html.matchAll(token)) {
    const name = tag?.toLowerCase()
    if (name === undefined) out.push(whole === '<' ? '&lt;' : whole.replace(/>/g, '&gt;').replace(/"/g, '&quot;'))
    else if (!slash) {
      const made = openTag(context, name, attributes, open.at(-1))
      if (made === null) continue
      out.push(made)
      if (!empty.has(name)) open.push(name)
    } else if (open.includes(name)) {
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        out.push(`</${last}>`)
        if (last === name) break
      }
    }
  }
  return (
    out.join('') +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  )
}

const blocks = new Set(['p', 'h1', 'h2', 'h3', 'ul', 'ol', 'blockquote', 'pre', 'table', 'tr', 'li'])

/** The same as plain text: lists with signs, links with their addresses. */
export function richMailText(html: string): string {
  const out: string[] = []
  const lists: { count: number | null }[] = []
  let href = ''
  let linkFrom = 0
  for (const [whole, slash, tag, attributes = ''] of html.matchAll(token)) {
    const name = tag?.toLowerCase()
    if (name === undefined) out.push(plain(whole))
    else if (name === 'br') out.push('\n')
    else if (name === 'hr') out.push('\n\n---\n\n')
    else if (name === 'img') out.push(attributeOf(attributes, 'alt') && `[${attributeOf(attributes, 'alt')}]`)
    else if (name === 'iframe') {
      const embed = embedOf(attributeOf(attributes, 'src'))
      if (embed) out.push(`\n\n${embed.name}: ${embed.address}\n\n`)
    } else if (name === 'a' && !slash) {
      href = attributeOf(attributes, 'href')
      linkFrom = out.length
    } else if (name === 'a') {
      if (linkScheme.test(href) && out.slice(linkFrom).join('') !== href) out.push(` (${href})`)
      href = ''
    } else if (name === 'ul' || name === 'ol') {
      if (slash) lists.pop()
      else lists.push({ count: name === 'ol' ? 0 : null })
      out.push(lists.length && !slash && lists.length > 1 ? '' : '\n\n')
    } else if (name === 'li') {
      const list = lists.at(-1)
      if (slash) out.push('\n')
      else if (list?.count !== null && list) out.push(`\n${'  '.repeat(lists.length - 1)}${++list.count}. `)
      else out.push(`\n${'  '.repeat(Math.max(0, lists.length - 1))}- `)
    } else if (name === 'td' || name === 'th') out.push(slash ? ' | ' : '')
    else if (blocks.has(name) && !lists.length) out.push(name === 'tr' ? '\n' : '\n\n')
  }
  return out
    .join('')
    .split('\n')
    .map((line) => line.trimEnd().replace(/ \|$/, ''))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
