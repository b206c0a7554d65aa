import type { Locale } from './locales.ts'
import type { LateArea } from './message-id.ts'

/** A compiled message: a plain text, or tokens of text and placeholders. */
export type Catalog = Record<string, string>

interface Module {
  default: Catalog
}

const first: Readonly<Record<Locale, () => Promise<{ catalog: Catalog }>>> = {
  en: () => import('./en/first.ts'),
  id: () => import('./id/first.ts'),
  tr: () => import('./tr/first.ts'),
  ar: () => import('./ar/first.ts'),
}

const late = import.meta.glob<Module>(['./*/*.json', '!./*/core.json', '!./*/fields.json', '!./*/list.json', '!./*/leads.json'])

/** Shell, lists, statuses and field names of a language, in one chunk. */
export async function loadFirst(locale: Locale): Promise<Catalog> {
  return (await first[locale]()).catalog
}

/** The catalog of one area. An area without a file has no messages. */
export async function loadLate(locale: Locale, area: LateArea): Promise<Catalog> {
  return (await late[`./${locale}/${area}.json`]?.())?.default ?? {}
}
