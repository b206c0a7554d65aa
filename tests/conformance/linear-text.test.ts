/** Text of any content and length is handled in linear time. */
import { describe, expect, it } from 'vitest'
import { chatEvents } from '#contract/chat/http-events.ts'
import { isCellError, unmarkedCell, withoutKind } from '#contract/import/cell-marks.ts'
import { guessMapping } from '#contract/import/columns.ts'
import { guessSeparator, parseCsv } from '#contract/import/csv.ts'
import { dayFirst } from '#contract/import/month-first.ts'
import { normaliseCell } from '#contract/import/normalise.ts'
import { readDate } from '#contract/import/read-date.ts'
import { decimalMarkOf, parseNumberText, unmistakableDecimal } from '#contract/import/read-number.ts'
import { readPhone } from '#contract/import/read-phone.ts'
import { rowTexts } from '#contract/import/row-texts.ts'
import { csvLine, plainCell, safeCell } from '#contract/import/safe-cell.ts'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { isTextual } from '#contract/kit/field/kind.ts'
import { parseFilters, parseRange, parseSort } from '#contract/kit/field/list-query.ts'
import { validate } from '#contract/kit/field/schema.ts'
import { type Call, pathParams } from '#contract/kit/section/call.ts'
import { searchTerms } from '#contract/kit/section/search.ts'
import { sectionCalls } from '#contract/kit/section/section-calls.ts'
import { checkRow } from '#contract/leads/check-rows.ts'
import { importRowFields } from '#contract/leads/lead-import.ts'
import { parseDateText } from '#contract/lib/date-text.ts'
import { isNameTooLong } from '#contract/lib/file-name.ts'
import { normaliseText } from '#contract/lib/normalise-text.ts'
import * as patterns from '#contract/lib/patterns.ts'
import { customerPhone, normalisePhone, phoneTerm } from '#contract/lib/phone.ts'
import { readableText } from '#contract/lib/readable-text.ts'
import { wordsOf } from '#contract/lib/search/words.ts'
import { slugOf } from '#contract/lib/slug.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { createApp } from '#server/app.ts'
import { momentRange, numberRange } from '#server/crud/query/ranges.ts'
import { cleanRichText } from '#server/crud/write/rich-text.ts'
import { cleanName, cleanText } from '#server/inbox/rooms/text.ts'
import { fittingName } from '#server/platform/files/file-type.ts'
import { safeName } from '#server/platform/files/files.ts'
import { mountedCalls } from '#server/platform/http/mount.ts'
import { hostName } from '#server/platform/http/own-hosts.ts'
import { isOwnRequest } from '#server/platform/http/own-request.ts'
import { readMessageId } from '#server/platform/mail/mailer.ts'
import { testPlatform } from '#tests/support/api.ts'
import { superLinearAt } from '#tests/support/growth.ts'
import { allSections } from '#tests/support/sections.ts'

const megabyte = 2 ** 20
const hostile = ['<a', '<', '&', '@', ' ', 'a@', '.', '1', '"', '\\,', 'a:1,', '{', '<br', '-', '/', '=', '\u0316\u0301', '.a'] as const
/** Prefixes that match a rule's beginning, and suffixes that make it fail at the end. */
const ends = [
  ['', ''],
  ['628', '!'],
  ['http://a', ' '],
  ['a@a', '!'],
  ['2026-11-20 ', '!'],
  ['rp 1', '!'],
] as const

function slow(run: (text: string) => unknown, longest = megabyte, among: readonly (readonly [string, string])[] = ends): string[] {
  return among.flatMap((each) =>
    (longest === megabyte ? hostile.slice(0, 6) : hostile).flatMap((piece) => {
      const at = superLinearAt(run, piece, each, longest)
      return at === null ? [] : [`${each[0]}${piece}…${each[1]} from ${at} characters on`]
    }),
  )
}

const isText = ({ kind }: Field) => isTextual(kind) || kind === 'secret' || kind === 'tags' || kind.startsWith('date') || kind === 'month'

/** All text fields, including nested ones. */
function textFields(fields: Fields): Field[] {
  return Object.values(fields).flatMap((field) => [...(isText(field) ? [field] : []), ...textFields(field.fields ?? {})])
}

/** Fields with equal rules are tested once; length limits work alike for all. */
const rulesOf = ({ kind, max, min, pattern, verbatim }: Field) =>
  JSON.stringify([kind, max !== undefined, min !== undefined, verbatim]) + String(pattern?.regex ?? '')

async function everyField(): Promise<Map<string, Field>> {
  const { platform, close } = await testPlatform()
  const calls: readonly Call[] = [...mountedCalls(createApp(platform)), ...allSections.flatMap(sectionCalls), chatEvents]
  await close()
  const fields = calls.flatMap((call) => [
    ...textFields(call.body ?? {}),
    ...textFields(typeof call.query === 'object' ? call.query : {}),
    ...('fields' in call.reply ? textFields(call.reply.fields) : []),
  ])
  expect(calls.some((call) => pathParams(call.path).length)).toBe(true)
  return new Map(fields.map((field) => [rulesOf(field), { ...field, readOnly: false }]))
}

describe('takes time in proportion to the text', () => {
  it('every field of every call', async () => {
    const fields = await everyField()
    expect(fields.size).toBeGreaterThan(20)
    const wrong = [...fields].flatMap(([ruleText, field]) => {
      const check = (text: string) => validate({ value: field }, [], { value: field.kind === 'tags' ? [text] : text })
      return slow(check, megabyte, [['', '']]).map((what) => `${ruleText}: ${what}`)
    })
    expect(wrong).toEqual([])
  })

  it('every pattern by itself, also where no length stops it', async () => {
    const shared = Object.entries(patterns).map(
      ([name, rule]) => [name, rule instanceof RegExp ? (text: string) => rule.test(text) : rule] as const,
    )
    const own = [...(await everyField()).values()].flatMap(({ pattern }) =>
      pattern ? [[String(pattern.regex), (text: string) => pattern.regex.test(text)] as const] : [],
    )
    expect(own.length).toBeGreaterThan(3)
    expect([...shared, ...own].flatMap(([name, run]) => slow(run, megabyte / 8).map((what) => `${name}: ${what}`))).toEqual([])
  })

  const orRefused = (run: (text: string) => unknown) => (text: string) => {
    try {
      return run(text)
    } catch {
      return null
    }
  }
  const places = {
    publicUrl: 'https://a.test',
    origins: [],
    backOfficeHosts: [],
    hosts: { main: '', backend: '', websocket: '', imageLoader: '' },
    trustProxy: true,
    production: true,
  }
  const rules = {
    mapping: ['name', 'phone', 'tags', 'source', 'notes'] as const,
    names: { campaign: {}, sales: {} },
    campaign: 1,
    mayAssign: null,
  }

  it.each<[string, (text: string) => unknown]>([
    ['the characters of a rich text', readableText],
    ['the list grammar', orRefused((text) => parseFilters(text))],
    ['the order of a list', orRefused((text) => parseSort(text))],
    ['a range', (text) => parseRange(text)],
    ['a range of numbers', (text) => numberRange(text, text)],
    ['a range of days', (text) => momentRange(text, text)],
    ['what a search looks for', (text) => searchTerms(leads, text)],
    ['a phone number', (text) => [normalisePhone(text), customerPhone(text), phoneTerm(text)]],
    ['a date', parseDateText],
    ['a number', parseNumberText],
    ['a phone in a cell', readPhone],
    ['a date in a cell', readDate],
    ['the decimals of a column', (text) => [decimalMarkOf([text]), unmistakableDecimal(text, '.')]],
    ['the marks of a cell', (text) => [unmarkedCell(text), isCellError(text), withoutKind(text)]],
    ['the columns of a file', (text) => guessMapping([text, `Nama ${text}`, `Phone ${text}`])],
    ['the texts of a row', (text) => rowTexts(['first_name', 'last_name', 'phone', 'phone', 'email'], [text, text, text, text, text])],
    ['a column of dates', (text) => dayFirst([{ number: 1, cells: [text] }])],
    ['a cell', (text) => Object.values(importRowFields).map((field) => normaliseCell(field, text))],
    ['a row of a file', (text) => checkRow({ number: 2, cells: Array.from({ length: 5 }, () => text) }, rules)],
    ['a csv file', orRefused((text) => parseCsv(text, guessSeparator(text)))],
    ['a cell that is written', (text) => [safeCell(text), plainCell(text), csvLine([text])]],
    ['a normalised text', (text) => [normaliseText(text, 'NFKC'), slugOf(text), wordsOf(text)]],
    ['the name of a file', (text) => [safeName(text), fittingName(text, 'image/png'), isNameTooLong(text)]],
    ['the host of a request', (text) => [hostName(text), isOwnRequest({ origin: text, host: text }, places)]],
    ['the id of a mail', readMessageId],
    ['what is said in a chat', (text) => [cleanText(text), cleanName(text)]],
  ])('%s', (_, run) => {
    expect(slow(run, megabyte / 8, ends.slice(0, 3))).toEqual([])
  })

  it('what may stand in a rich text', () => {
    const fields = { text: { kind: 'richText', required: false, readOnly: false } } as const
    const tags = ['<a', '<', '&', '<a>', '<ul><li>', '<a href="', '</p>', '<!--', '<script>', '<p a=']
    const wrong = tags.filter((piece) => superLinearAt((text) => cleanRichText(fields, { text }), piece, ['', ''], 2 ** 17) !== null)
    expect(wrong).toEqual([])
  })
})
