/** The words of single sections, in a module of its own because the list of their files weighs something. */
import type { Catalog } from './catalogs.ts'
import type { Locale } from './locales.ts'

interface Module {
  default: Readonly<Record<Locale, Catalog>>
}

const words = import.meta.glob<Module>('./sections/*.json')

/** The catalog of a section in a language, with ids such as `slider.title`. A section without a file has none. */
export async function loadWords(locale: Locale, section: string): Promise<Catalog> {
  const own = (await words[`./sections/${section}.json`]?.())?.default[locale] ?? {}
  return Object.fromEntries(Object.entries(own).map(([id, text]) => [`${section}.${id}`, text]))
}
