/** Slugs: the readable part of a public address, `slugPattern`, 3 to 80 characters, no word that the addresses keep for themselves. */
export const minSlug = 3
export const maxSlug = 80

const reserved: ReadonlySet<string> = new Set([
  ...['add', 'admin', 'api', 'detail', 'edit', 'favicon', 'files', 'index', 'list', 'login', 'logout', 'new', 'null'],
  ...['preview', 'robots', 'sitemap', 'thanks', 'undefined', 'unsubscribe'],
])

export const isReservedSlug = (slug: string): boolean => reserved.has(slug)

/** The letters and digits of a text, words joined by hyphens, at most `max` characters; empty where it has none of the Latin ones. */
export function slugOf(text: string, max = maxSlug): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean)
  return words.join('-').slice(0, max).replace(/-$/, '')
}

/** What a slug made from a title begins with: the title, after the name of the section where that alone is too short or reserved. */
export function slugBase(title: string, section: string, max = maxSlug): string {
  const base = slugOf(title, max)
  return base.length >= minSlug && !isReservedSlug(base) ? base : slugOf(`${section} ${base}`, max)
}
