import { readdirSync, readFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import type { Fields } from '#contract/kit/field/field.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { viewsOf } from '#contract/kit/section/view.ts'
import { sections } from '#contract/sections/index.ts'
import { locales } from './locales.ts'

const folder = new URL('.', import.meta.url)
const areas = readdirSync(new URL('en/', folder)).filter((name) => name.endsWith('.json'))
type Texts = Record<string, string>
const read = (locale: string, area: string): Texts => JSON.parse(readFileSync(new URL(`${locale}/${area}`, folder), 'utf8'))
const readSection = (file: string): Record<string, Texts> => JSON.parse(readFileSync(new URL(`sections/${file}`, folder), 'utf8'))
const ofSections = readdirSync(new URL('sections/', folder))

/** Names and kinds of placeholders at any depth: '{count, plural, …}' is 'count:plural'. */
function placeholders(tokens: unknown): string[] {
  if (!Array.isArray(tokens)) return []
  return tokens.flatMap((token) => {
    if (!Array.isArray(token)) return []
    const [name, kind, choices] = token
    return [`${name}:${kind ?? ''}`, ...Object.values(toRecord(choices)).flatMap(placeholders)]
  })
}

const unique = (values: string[]) => [...new Set(values)].sort()

describe.each(areas)('%s', (area) => {
  const english = read('en', area)
  it.each(locales)('has the same ids and placeholders in %s', (locale) => {
    const texts = read(locale, area)
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort())
    for (const [id, text] of Object.entries(texts)) {
      expect(text.trim(), id).not.toBe('')
      expect(unique(placeholders(compileMessageOrThrow(text))), id).toEqual(unique(placeholders(compileMessageOrThrow(english[id] ?? ''))))
    }
  })
})

describe.each(ofSections)('sections/%s', (file) => {
  const words = readSection(file)
  it.each(locales)('has the same ids and placeholders in %s', (locale) => {
    expect(Object.keys(words[locale] ?? {}).sort()).toEqual(Object.keys(words.en ?? {}).sort())
    for (const [id, text] of Object.entries(words[locale] ?? {})) {
      expect(text.trim(), id).not.toBe('')
      expect(unique(placeholders(compileMessageOrThrow(text))), id).toEqual(
        unique(placeholders(compileMessageOrThrow(words.en?.[id] ?? ''))),
      )
    }
  })
})

/** Codes such as EMT, and numbers, are untranslated. */
const isCode = (value: string | number) => typeof value === 'number' || /^[A-Z0-9]+$/.test(value)
/** Drawn by custom screens with their own words. */
const drawn: ReadonlySet<string> = new Set(['role.permissions', 'chat-platform'])

const shared: Texts = Object.assign({}, ...areas.map((area) => read('en', area)))

/** A section with its own English words. */
async function readWords(name: string): Promise<{ section: Section | undefined; own: Texts }> {
  const section: Section | undefined = await Object.entries(sections).find(([each]) => each === name)?.[1]()
  return { section, own: ofSections.includes(`${name}.json`) ? (readSection(`${name}.json`).en ?? {}) : {} }
}

it.each(Object.keys(sections))('the section %s has words for all its fields and choices', async (name) => {
  const { section, own } = await readWords(name)
  const lacking = (fields: Fields, prefix = ''): string[] =>
    Object.entries(fields).flatMap(([field, { values = [], fields: nested, of = '' }]) =>
      drawn.has(name) || drawn.has(of)
        ? []
        : [
            ...(own[prefix + field] || shared[`field.${field}`] ? [] : [prefix + field]),
            ...values.flatMap((value) =>
              isCode(value) || own[`${prefix}${field}.${value}`] || shared[`choice.${value}`] ? [] : [`${prefix}${field}.${value}`],
            ),
            ...lacking(nested ?? {}, `${prefix}${field}.`),
          ],
    )
  expect(lacking({ ...section?.fields, ...section?.import?.fields, ...section?.import?.wide?.columns })).toEqual([])
})

it.each(Object.keys(sections))('the windows of calls of %s have words for all that they ask', async (name) => {
  const { section, own } = await readWords(name)
  const asked = Object.entries(section?.calls ?? {}).flatMap(([call, { body, placement }]) => {
    const fields = placement === undefined || Array.isArray(body) ? [] : Object.keys(body ?? {})
    // Those of chosen records are not asked for.
    return fields.filter((field) => field !== 'ids').map((field) => [field, section?.fields[field] ? field : `${call}.${field}`] as const)
  })
  expect(asked.filter(([field, id]) => !own[id] && !shared[`field.${field}`]).map(([, id]) => id)).toEqual([])
})

it.each(Object.keys(sections))('the lists, groups and calls of %s have names in words', async (name) => {
  const { section, own } = await readWords(name)
  if (!section || drawn.has(name)) return
  const views = viewsOf(section)
  const shown = [
    // One list is no tab.
    ...(views.length > 1 ? views.map((view) => `view.${view.name}`) : []),
    ...section.groups.flatMap(({ title }) => (title ? [`group.${title}`] : [])),
    ...Object.entries(section.calls).flatMap(([call, { placement, confirm }]) =>
      placement ? [`call.${call}`, ...(confirm ? [`call.${call}.ask`] : [])] : [],
    ),
  ]
  expect(shown.filter((id) => !own[id] && !shared[id])).toEqual([])
})

it('an id is in one area only', () => {
  const ids = areas.flatMap((area) => Object.keys(read('en', area)))
  expect(ids.length).toBe(new Set(ids).size)
})

it.each([
  ['chat', 'chat.noMember', 'Member id not found'],
  ['chat', 'chat.mayNotStart', 'You do not have permission to initiate chat'],
  ['chat', 'chat.uploading', 'Uploading {percent} %'],
  ['chat', 'chat.executives', 'Account Executive List'],
  ['core', 'app.noAccess', "You don't have access"],
  ['core', 'app.wrong', 'Something wrong'],
  ['core', 'connection.none', 'No Internet Connection'],
  ['list', 'list.noImage', 'image not available'],
  ['fields', 'choice.0', 'Unassigned'],
])('%s: %s says what the base contract says', (area, id, words) => {
  expect(read('en', `${area}.json`)[id]).toBe(words)
})
