/** Catalogs that the first row does not need, in their own module because their names have a size. */
import type { Catalog } from './catalogs.ts'
import type { Locale } from './locales.ts'
import type { LateArea } from './message-id.ts'

interface Module {
  default: Catalog
}

const late = import.meta.glob<Module>(['./*/*.json', '!./*/core.json', '!./*/fields.json', '!./*/list.json', '!./*/session.json'])

/** Catalog of one area; empty without a file. */
export async function loadLate(locale: Locale, area: LateArea): Promise<Catalog> {
  return (await late[`./${locale}/${area}.json`]?.())?.default ?? {}
}
