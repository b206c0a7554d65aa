import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { refusalText, refusedText } from './refusal-text.ts'

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }))
afterAll(() => vi.unstubAllGlobals())

const inUse = {
  message: 'Ramadan is still used: 12 in leads, 3 in chat platform.',
  reason: { code: 'in_use', params: { title: 'Ramadan' }, uses: { leads: 12, 'chat-platform': 3 } },
}

async function speak(locale: 'en' | 'id' | 'tr' | 'ar'): Promise<void> {
  await setLocale(locale)
  await loadMessages('kit')
}

describe('a refusal', () => {
  it.each([
    ['en', 'Ramadan is still used in Leads (12) and Chats (3).'],
    ['id', 'Ramadan masih dipakai di Lead (12) dan Obrolan (3).'],
  ] as const)('names the users of a record in %s', async (locale, words) => {
    await speak(locale)
    expect(refusalText(inUse)).toBe(words)
  })

  it.each(['tr', 'ar'] as const)('has the same words in %s', async (locale) => {
    await speak(locale)
    const words = refusalText(inUse)
    expect(words).not.toContain('still used')
    for (const part of ['Ramadan', '(12)', '(3)']) expect(words).toContain(part)
  })

  it('is in the words of the server where it has no code, or one that this console does not know', async () => {
    await speak('id')
    expect(refusalText({ message: 'Masih dipakai transaksi' })).toBe('Masih dipakai transaksi')
    for (const reason of [{ code: 'new_one' }, { code: 'constructor' }, 'in_use', null, {}])
      expect(refusalText({ message: 'As the server says', reason })).toBe('As the server says')
  })

  it("of many records is the first one's, with each of them below", async () => {
    await speak('en')
    const other = { name: 'Root', message: 'x', reason: { code: 'role_fixed' } }
    expect(refusedText([{ ...inUse, name: 'Ramadan' }, other])).toEqual({
      text: 'Ramadan is still used in Leads (12) and Chats (3).',
      lines: [
        'Ramadan: Ramadan is still used in Leads (12) and Chats (3).',
        'Root: The role Root is fixed: it cannot be changed or deleted.',
      ],
    })
    const many = Array.from({ length: 7 }, (_, at) => ({ name: `Bank ${at}`, message: 'No' }))
    expect(refusedText(many).lines?.at(-1)).toBe('+2')
    expect(refusedText([{ name: '', message: '' }])).toEqual({ text: 'Something wrong' })
  })
})

it('the console has words for every code of the server', () => {
  // The two programs share no imports, so the codes are read from the source.
  const source = readFileSync(new URL('../../../server/platform/core/refusal.ts', import.meta.url), 'utf8')
  const codes = [...source.matchAll(/^ {2}(\w+): ['"]/gm)].map(([, code]) => code)
  expect(codes).toContain('in_use')
  for (const locale of ['en', 'id', 'tr', 'ar']) {
    const catalog: Record<string, string> = JSON.parse(readFileSync(new URL(`../../i18n/${locale}/kit.json`, import.meta.url), 'utf8'))
    expect(codes.filter((code) => !catalog[`refusal.${code}`])).toEqual([])
  }
})
