import { readdirSync, readFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { toRecord } from '#contract/kit/guards.ts'
import { locales } from './locales.ts'

const folder = new URL('.', import.meta.url)
const areas = readdirSync(new URL('en/', folder)).filter((name) => name.endsWith('.json'))
const read = (locale: string, area: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${locale}/${area}`, folder), 'utf8'))

/** Names and kinds of placeholders, wherever they stand: '{count, plural, …}' is 'count:plural'. */
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

it('gives an id to one area only', () => {
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
])('%s: %s says what the specification says', (area, id, words) => {
  expect(read('en', `${area}.json`)[id]).toBe(words)
})
