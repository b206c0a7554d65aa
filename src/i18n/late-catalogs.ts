/** The catalogs that the first row does not need, in a module of their own because their names alone weigh something. */
import type { Catalog } from './catalogs.ts'
import type { Locale } from './locales.ts'
import type { LateArea } from './message-id.ts'

interface Module {
  default: Catalog
}

const late = import.meta.glob<Module>(['./*/*.json', '!./*/core.json', '!./*/fields.json', '!./*/list.json'])

/** The catalog of one area. An area without a file has no messages. */
export async function loadLate(locale: Locale, area: LateArea): Promise<Catalog> {
  return (await late[`./${locale}/${area}.json`]?.())?.default ?? {}
}
