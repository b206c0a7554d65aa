import type { Locale } from './locales.ts'

/** A compiled message: a plain text, or tokens of text and placeholders. */
export type Catalog = Record<string, string>

/** Of one section by language, with ids such as `title`. */
export type SectionWords = Readonly<Record<Locale, Catalog>>

const first: Readonly<Record<Locale, () => Promise<{ catalog: Catalog }>>> = {
  en: () => import('./en/first.ts'),
  id: () => import('./id/first.ts'),
  tr: () => import('./tr/first.ts'),
  ar: () => import('./ar/first.ts'),
}

/** Shell, lists, statuses and field names of a language, in one chunk. */
export async function loadFirst(locale: Locale): Promise<Catalog> {
  return (await first[locale]()).catalog
}

/** The words of signing in, which a guest needs without the list of all catalogs. */
const session: Readonly<Record<Locale, () => Promise<{ default: Catalog }>>> = {
  en: () => import('./en/session.json', { with: { type: 'json' } }),
  id: () => import('./id/session.json', { with: { type: 'json' } }),
  tr: () => import('./tr/session.json', { with: { type: 'json' } }),
  ar: () => import('./ar/session.json', { with: { type: 'json' } }),
}

export async function loadSession(locale: Locale): Promise<Catalog> {
  return (await session[locale]()).default
}
