/** Words of a section's fields and choices in every language of the console. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type ChoiceWords, wordKey } from '#contract/import/normalise.ts'
import { type ColumnWords, importFields } from '#contract/import/sheet-columns.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import type { Section } from '#contract/kit/section/section.ts'

/** Catalogs: beside the built program (build/server.config.ts); in development and tests the console's own. */
const folder = ['./words/', '../words/', '../../../src/i18n/'].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))

/** Returns texts by id, or by language for a section's file; empty if there is no file. */
function readCatalog(path: string): Record<string, unknown> {
  const url = folder && new URL(path, folder)
  return url && existsSync(url) ? toRecord(JSON.parse(readFileSync(url, 'utf8'))) : {}
}

/** Returns the catalogs of fields and choices, one per language. */
function readLanguages(section: string): Readonly<Record<string, unknown>>[] {
  if (!folder) return []
  const own = readCatalog(`sections/${section}.json`)
  const languages = readdirSync(folder).filter((name) => /^[a-z]{2}$/.test(name))
  return languages.map((language) => {
    const shared = { ...readCatalog(`${language}/fields.json`), ...readCatalog(`${language}/sections.json`) }
    const ids = Object.entries(toRecord(own[language])).map(([id, text]) => [`${section}.${id}`, text])
    return { ...shared, ...Object.fromEntries(ids) }
  })
}

export interface ImportWords {
  columns: ColumnWords
  /** By field. */
  choices: Readonly<Record<string, ChoiceWords>>
}

type Language = Readonly<Record<string, unknown>>

/** As in the console: the section's own word, else the shared one. */
const textIn = (language: Language, ...ids: readonly string[]) => {
  const found = ids.map((id) => language[id]).find((text) => text !== undefined)
  return typeof found === 'string' ? [found] : []
}

function choiceWords(languages: readonly Language[], { of = '', values = [] }: Field): ChoiceWords {
  const words = new Map<string, string | number | null>()
  for (const value of values) {
    const shared = typeof value === 'number' ? [] : [`choice.${value}`]
    for (const text of languages.flatMap((language) => textIn(language, `${of}.${value}`, ...shared))) {
      const key = wordKey(text)
      words.set(key, (words.get(key) ?? value) === value && words.get(key) !== null ? value : null)
    }
  }
  return words
}

const known = new WeakMap<Section, ImportWords>()

/** Returns the names of a section's columns and choices; cached. */
export function importWords(section: Section): ImportWords {
  const found = known.get(section)
  if (found) return found
  const languages = readLanguages(section.name)
  const fields = Object.entries(importFields(section))
  const columns = fields.map(([name, { of = '' }]) => [name, languages.flatMap((language) => textIn(language, of, `field.${name}`))])
  const choices = fields.map(([name, field]) => [name, choiceWords(languages, field)])
  const words: ImportWords = { columns: Object.fromEntries(columns), choices: Object.fromEntries(choices) }
  known.set(section, words)
  return words
}
