/** A file with headers in any language is read like an export. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { normaliseCell } from '#contract/import/normalise.ts'
import { guessColumns, importFields } from '#contract/import/sheet-columns.ts'
import { allSections } from '#tests/support/sections.ts'
import { importWords } from './words.ts'

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../src/i18n/${path}`, import.meta.url), 'utf8'))
const taking = allSections.filter((section) => section.import && section.kind !== 'board')
const languages = ['en', 'id', 'tr', 'ar']
const cases = taking.flatMap((section) => languages.map((language) => [section.name, language, section] as const))

describe.each(cases)('%s in %s', (name, language, section) => {
  const texts: Record<string, string> = { ...read(`${language}/fields.json`), ...read(`sections/${name}.json`)[language] }
  const words = importWords(section)
  const fields = Object.entries(importFields(section))
  const labelled = fields.flatMap(([field]) => texts[field] ?? texts[`field.${field}`] ?? [])

  it('finds each column by its label, and none for the columns of a file of failures', () => {
    expect(labelled).toHaveLength(fields.length)
    expect(guessColumns(labelled, section, words.columns)).toEqual(fields.map(([field]) => field))
    expect(guessColumns(['Row', 'Problem'], section, words.columns)).toEqual([null, null])
  })

  it('finds each choice by its label and by what is stored', () => {
    for (const [field, definition] of fields)
      for (const value of definition.values ?? []) {
        const label = texts[`${field}.${value}`] ?? texts[`choice.${value}`] ?? String(value)
        const found = definition.kind === 'choices' ? [value] : value
        expect(normaliseCell(definition, label, words.choices[field]), label).toEqual(found)
        expect(normaliseCell(definition, String(value), words.choices[field])).toEqual(found)
      }
  })
})
