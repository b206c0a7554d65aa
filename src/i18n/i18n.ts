/** Messages in four languages. Catalogs are compiled at build time; only the active language is loaded. */
import { setupI18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import { directionOf } from '#contract/choices/languages.ts'
import { type Catalog, loadFirst, loadSession, type SectionWords } from './catalogs.ts'
import { isLocale, type Locale, localeTags } from './locales.ts'
import type { LateArea, MessageId } from './message-id.ts'

export type Values = Readonly<Record<string, string | number>>

const i18n = setupI18n()
const areas = new Set<LateArea>()
/** Sections with loaded words. */
const sections = new Set<string>()
let active: Locale = 'en'

/** Message in the active language with its values. */
export function t(id: MessageId, values?: Values): string {
  return i18n._(id, { ...values })
}

/** Whether a loaded catalog has the message, for ids from data. */
export function has(id: string): boolean {
  return Object.hasOwn(i18n.messages, id)
}

/** The active language; components that read it render again on a change. */
export function useLocale(): Locale {
  return useSyncExternalStore(
    (changed) => i18n.on('change', changed),
    () => active,
  )
}

export function getLocale(): Locale {
  return active
}

async function loadAreas(locale: Locale, wanted: readonly LateArea[]): Promise<Catalog[]> {
  const load = async (area: LateArea) =>
    area === 'session' ? loadSession(locale) : (await import('./late-catalogs.ts')).loadLate(locale, area)
  return Promise.all(wanted.map(load))
}

/** Loads areas of a screen in the active language; resolves at once when they are loaded. */
export async function loadMessages(wanted: LateArea | readonly LateArea[]): Promise<void> {
  const missing = [wanted].flat().filter((area) => !areas.has(area))
  if (missing.length === 0) return
  const locale = active
  const catalogs = await loadAreas(locale, missing)
  if (locale !== active) return loadMessages(wanted)
  i18n.load(locale, Object.assign({}, ...catalogs))
  for (const area of missing) areas.add(area)
}

/** Prefixes ids: `slider.title`. */
const wordsOf = (section: string, words: SectionWords | undefined, locale: Locale): Catalog =>
  Object.fromEntries(Object.entries(words?.[locale] ?? {}).map(([id, text]) => [`${section}.${id}`, text]))

async function loadSections(locale: Locale, names: readonly string[]): Promise<Catalog[]> {
  if (names.length === 0) return []
  const { loadWords } = await import('./section-words.ts')
  return Promise.all(names.map(async (name) => wordsOf(name, await loadWords(name), locale)))
}

/** Registers the words of a section, loaded with its screens. */
export function takeSectionWords(name: string, words: SectionWords): void {
  if (sections.has(name)) return
  i18n.load(active, wordsOf(name, words, active))
  sections.add(name)
}

/** Loads the words of sections: fields, choices and groups; resolves at once when they are loaded. */
export async function loadSectionWords(...wanted: readonly string[]): Promise<void> {
  const missing = wanted.filter((name) => !sections.has(name))
  if (missing.length === 0) return
  const locale = active
  const catalogs = await loadSections(locale, missing)
  if (locale !== active) return loadSectionWords(...wanted)
  i18n.load(locale, Object.assign({}, ...catalogs))
  for (const name of missing) sections.add(name)
}

/** Changes the language: everything loaded so far is fetched in the new one before it shows. Rejects when it cannot be fetched. */
export async function setLocale(locale: Locale): Promise<void> {
  const [first, late, words] = await Promise.all([loadFirst(locale), loadAreas(locale, [...areas]), loadSections(locale, [...sections])])
  i18n.load(locale, Object.assign({}, first, ...late, ...words))
  active = locale
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
  i18n.activate(locale, localeTags[locale])
}

/** Loads the document's initial language; English when that fails. */
export async function startLocale(): Promise<void> {
  const wanted = document.documentElement.lang
  await setLocale(isLocale(wanted) ? wanted : 'en').catch(() => setLocale('en'))
}
