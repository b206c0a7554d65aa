/** Slugs: readable parts of public addresses, `slugPattern`, 3 to 80 characters, no reserved word. */
import { normaliseText } from './normalise-text.ts'

export const minSlug = 3
export const maxSlug = 80

const reserved: ReadonlySet<string> = new Set([
  ...['add', 'admin', 'api', 'detail', 'edit', 'favicon', 'files', 'index', 'list', 'login', 'logout', 'new', 'null'],
  ...['preview', 'robots', 'sitemap', 'thanks', 'undefined', 'unsubscribe'],
])

export const isReservedSlug = (slug: string): boolean => reserved.has(slug)

/** Returns Latin letters and digits of a text, hyphenated, at most `max` characters; empty if it has none. */
export function slugOf(text: string, max = maxSlug): string {
  const plain = normaliseText(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean)
  return words.join('-').slice(0, max).replace(/-$/, '')
}

/** Returns the base of a title's slug: the title, after the section's name if it is too short or reserved. */
export function slugBase(title: string, section: string, max = maxSlug): string {
  const base = slugOf(title, max)
  return base.length >= minSlug && !isReservedSlug(base) ? base : slugOf(`${section} ${base}`, max)
}
