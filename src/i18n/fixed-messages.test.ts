/** Every fixed message of the base contract for built features: exact words in English, and a translation elsewhere. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { shiftUpdated } from '#contract/chat/shift.ts'
import { somethingWrong } from '#contract/kit/field/errors.ts'
import { videoMessages } from '#contract/kit/field/video.ts'
import { exportNeedsDate, exportTooLong } from '#contract/kit/section/export-rule.ts'
import { confirmationSent } from '#contract/sections/sales/transaction.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { sessionMessages } from '#contract/session-messages.ts'
import { fixedMessages, localised, plainWords } from './fixed-messages.ts'
import { loadMessages, setLocale } from './i18n.ts'

const folder = new URL('.', import.meta.url)
const catalog = (locale: string): Record<string, string> =>
  Object.assign(
    {},
    ...readdirSync(new URL(`${locale}/`, folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(new URL(`${locale}/${name}`, folder), 'utf8'))),
  )

/** Place in the documentation, words, and catalog entry. Messages of unbuilt features are omitted. */
const table: readonly [place: string, words: string, id: string][] = [
  ['docs/product/lists.md#table', 'No Data Found.', 'list.empty'],
  ['docs/product/session.md#session-messages', 'access_token expired', 'session.expired'],
  ['docs/product/session.md#session-messages', 'Invalid access_token', 'session.invalid'],
  ['docs/product/session.md#session-messages', 'Failed to login with token.', 'session.failed'],
  ['docs/product/lists.md#export-by-date', 'Filter date must not be empty', 'export.noDate'],
  [
    'docs/product/lists.md#export-by-date',
    'Data export is limited to {n} days. You entered {m}. Please select the period that corresponds to the number of days in the destination month',
    'export.tooLong',
  ],
  ['docs/product/messages.md#failed-calls', 'Something wrong', 'app.wrong'],
  ['docs/product/forms.md#uploads', 'Uploading {percent} %', 'outbox.state.uploading'],
  ['docs/product/forms.md#uploads', 'Uploading {percent} %', 'chat.uploading'],
  ['docs/product/forms.md#image-loader', 'image not available', 'list.noImage'],
  ['docs/product/chat.md#account-executives', 'Account Executive List', 'chat.executives'],
  ['docs/product/content.md#for-you', 'Always Show', 'list.alwaysShow'],
  ['docs/product/chat.md#customer-panel', 'Member id not found', 'chat.noMember'],
  ['docs/product/access.md#salespeople', 'Unassigned', 'choice.0'],
  ['docs/product/chat.md#account-executives', "You don't have access", 'app.noAccess'],
  ['docs/product/chat.md#starting-a-chat', 'You do not have permission to initiate chat', 'chat.mayNotStart'],
  ['docs/product/messages.md#failed-calls', 'No Internet Connection', 'connection.none'],
  ['docs/product/messages.md#success', 'Status updated successfully', 'said.shiftUpdated'],
  ['docs/product/orders.md#confirmation', 'Confirmation sent', 'said.confirmationSent'],
]
/** Terms of the base contract that are not translated. */
const terms = /access_token|\{\w+\}/g

const [english, ...others] = ['en', 'id', 'tr', 'ar'].map((locale) => [locale, catalog(locale)] as const)

describe.each(table)('%s: %s', (_, words, id) => {
  it('is word for word in English', () => {
    expect(english?.[1][id]).toBe(words)
  })

  it.each(others)('is translated in %s', (_locale, texts) => {
    const text = texts[id] ?? ''
    expect(text.replace(terms, '').trim()).not.toBe('')
    expect(text).not.toBe(words)
    expect((text.match(terms) ?? []).toSorted()).toEqual((words.match(terms) ?? []).toSorted())
  })
})

/** Words of the base contract in Indonesian: those of its own language are the same in every catalog that has them as they are. */
it.each([
  ['problem.no_video', videoMessages.missing, ['en', 'id']],
  ['video.taken', videoMessages.taken, ['en', 'id', 'tr', 'ar']],
  ['video.state.failed', videoMessages.failed, ['en', 'id', 'tr', 'ar']],
] as const)('%s is "%s"', (id, words, locales) => {
  for (const locale of locales) expect(catalog(locale)[id], locale).toBe(words)
})

it('the contract and the API say the same words', () => {
  const words = new Set(table.map(([, text]) => text))
  const said = [somethingWrong, exportNeedsDate, shiftUpdated, confirmationSent, ...Object.values(sessionMessages)]
  expect(said.filter((text) => !words.has(text))).toEqual([])
  expect(exportTooLong(30, 31)).toBe(english?.[1]['export.tooLong']?.replace('{n}', '30').replace('{m}', '31'))
})

it('what the API says of a delete is no sentence of the console', () => {
  expect(plainWords[bank.wire.removed]).toBe('said.deleted')
  expect(english?.[1]['said.deleted']).toBe('Deleted')
})

it('every fixed message that comes as text is in the table', () => {
  const known = new Map(table.map(([, words, id]) => [words, id]))
  for (const [words, id] of Object.entries(fixedMessages)) expect(known.get(words), words).toBe(id)
})

describe('a message that comes as text', () => {
  beforeAll(() => vi.stubGlobal('document', { documentElement: {} }))
  afterAll(() => vi.unstubAllGlobals())

  it.each(['id', 'tr', 'ar'] as const)('is translated to %s; the server’s own words stay', async (locale) => {
    await setLocale(locale)
    await loadMessages(['kit', 'session', 'outbox', 'chat', 'import', 'sheets'])
    const texts = catalog(locale)
    for (const [words, id] of Object.entries({ ...fixedMessages, ...plainWords })) expect(localised(words)).toBe(texts[id])
    expect(localised('The bank is in use')).toBe('The bank is in use')
  })
})
