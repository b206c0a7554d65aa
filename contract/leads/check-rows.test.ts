import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { leadStatuses } from '../choices/options.ts'
import { guessMapping, headerSetKey, importTargets, mappingProblems } from '../import/columns.ts'
import { idsByName } from '../import/names.ts'
import { isUnassigned, normaliseCell } from '../import/normalise.ts'
import { parseNumberText } from '../import/read-number.ts'
import { checkRow, type RowRules } from './check-rows.ts'

/** Words of the console in a language: the section's, then shared ones. */
function wordsOf(language: string): (...ids: readonly string[]) => string {
  const read = (path: string) => JSON.parse(readFileSync(new URL(`../../src/i18n/${path}`, import.meta.url), 'utf8'))
  const texts: Record<string, string> = { ...read(`${language}/fields.json`), ...read('sections/leads.json')[language] }
  return (...ids) => texts[ids.find((id) => texts[id] !== undefined) ?? ''] ?? ''
}

describe.each(['en', 'id', 'tr', 'ar'])('the words of the screen (%s)', (language) => {
  const word = wordsOf(language)

  it('name the columns, and none for the problems of rows', () => {
    expect(guessMapping(importTargets.map((target) => word(target, `field.${target}`)))).toEqual(importTargets)
    const imports = JSON.parse(readFileSync(new URL(`../../src/i18n/${language}/import.json`, import.meta.url), 'utf8'))
    expect(guessMapping([imports['import.row'], imports['import.reason']])).toEqual([null, null])
  })

  it.each(leadStatuses)('name the status %s, ignoring case', (status) => {
    const field = { kind: 'choice', required: false, readOnly: false, values: leadStatuses } as const
    const text = word(`status.${status}`, `choice.${status}`)
    expect(normaliseCell(field, text)).toBe(status)
    expect(normaliseCell(field, language === 'tr' ? text.toLocaleUpperCase('tr') : text.toUpperCase())).toBe(status)
  })

  it('name yes, no and unassigned', () => {
    const flag = { kind: 'flag', required: false, readOnly: false } as const
    expect([normaliseCell(flag, word('choice.true')), normaliseCell(flag, word('choice.false'))]).toEqual([true, false])
    expect([isUnassigned(word('choice.0')), isUnassigned(' - '), isUnassigned('Ani')]).toEqual([true, true, false])
  })
})

describe('columns', () => {
  it.each([
    [
      ['Nama', 'No HP', 'Surel', 'Kota', 'Catatan', 'Sumber'],
      ['name', 'phone', 'email', 'city', 'notes', 'source'],
    ],
    [
      ['nama lengkap', 'Nomor Telepon', 'E-mail', 'Domisili', 'Keterangan'],
      ['name', 'phone', 'email', 'city', 'notes'],
    ],
    [
      ['Full Name', 'Phone Number', 'Tags', 'Campaign', 'Next follow-up'],
      ['name', 'phone', 'tags', 'campaign_id', 'next_follow_up'],
    ],
    [
      ['WA', 'Telp.', 'Pelanggan', 'Kolom aneh'],
      ['phone', 'phone', 'name', null],
    ],
    [
      ['No. HP / WA aktif', 'Nama Lengkap (KTP)'],
      ['phone', 'name'],
    ],
  ])('%j are guessed', (header, mapping) => {
    expect(guessMapping(header)).toEqual(mapping)
  })

  it('are reported if absent, repeated, or in need of another', () => {
    expect(mappingProblems(['name', null], false)).toEqual([{ code: 'missing', target: 'phone' }])
    expect(mappingProblems(['name', 'name', 'phone', 'phone'], false)).toEqual([{ code: 'twice', target: 'name' }])
    expect(mappingProblems(['first_name', 'last_name', 'phone', 'phone', 'email', 'email'], false)).toEqual([])
    expect(mappingProblems(['name', 'phone', 'source'], false)).toEqual([{ code: 'source_alone' }])
    expect(mappingProblems(['name', 'phone', 'source'], true)).toEqual([])
  })

  it('have one key for every spelling of their headers', () => {
    expect(headerSetKey(['No. HP', 'NAMA'])).toBe(headerSetKey(['no hp', 'Nama ']))
  })
})

describe('cells', () => {
  it.each([
    ['3.889.179.559', 3_889_179_559],
    ['Rp 1.250.000,50', 1_250_000.5],
    ['1,250,000.5', 1_250_000.5],
    ['1.250', 1_250],
    ['12,5', 12.5],
    ['-42', -42],
    ['1.2.3', null],
    ['dua', null],
  ])('number %j', (text, value) => {
    expect(parseNumberText(text)).toBe(value)
  })

  const phone = { kind: 'phone', required: true, readOnly: false } as const
  it.each([
    '0812-3456-7890',
    '+62 812 3456 7890',
    '6281234567890',
    '812.3456.7890',
    '0062 81234567890',
    '(0812) 34567890',
    '0812 3456 7890 / 0813 1111 2222',
  ])('phone %j', (text) => {
    expect(normaliseCell(phone, text)).toBe('6281234567890')
  })

  it('become dates, choices and lists', () => {
    const field = (kind: 'dateTime' | 'tags' | 'choice' | 'flag') =>
      ({ kind, required: false, readOnly: false, values: ['new', 'prospect'] }) as const
    expect(normaliseCell(field('dateTime'), '20 Okt 1993')).toBe('1993-10-20T00:00:00+07:00')
    expect(normaliseCell(field('dateTime'), 'Rabu, 20 Oktober 1993 08.30 WIB')).toBe('1993-10-20T08:30:00+07:00')
    expect(normaliseCell(field('dateTime'), '31 Februari 2026')).toBe('31 Februari 2026')
    expect(normaliseCell(field('tags'), 'vip, emas; vip')).toEqual(['vip', 'emas'])
    expect(normaliseCell(field('tags'), '"panas","baru"')).toEqual(['panas', 'baru'])
    expect(normaliseCell(field('dateTime'), '-')).toBeUndefined()
    expect(normaliseCell(field('choice'), 'Prospek')).toBe('prospect')
    expect(normaliseCell(field('flag'), 'Ya')).toBe(true)
    expect(normaliseCell(field('choice'), ' ')).toBeUndefined()
  })
})

describe('a row', () => {
  const rules: RowRules = {
    mapping: ['name', 'phone', 'email', 'status', 'campaign_id', 'source', 'sales', 'next_follow_up'],
    names: {
      campaign: idsByName([{ id: 7, name: 'Gajian' }]),
      sales: idsByName([
        { id: 3, name: 'Budi', email: 'Budi@x.id' },
        { id: 4, name: 'Ani' },
        { id: 5, name: 'Ani' },
      ]),
    },
    campaign: null,
    mayAssign: null,
  }
  const check = (cells: string[], change: Partial<RowRules> = {}) => checkRow({ number: 9, cells }, { ...rules, ...change })
  const codes = (cells: string[], change: Partial<RowRules> = {}) =>
    check(cells, change).bad.map(({ field, value, problem }) => [field, value, problem.code])

  it('becomes the stored values', () => {
    const { row, bad } = check([' Siti  Aminah ', '0812-3456-7890', 'SITI@X.ID', 'baru', 'gajian', 'Instagram', 'budi@x.id', '2026/11/20'])
    expect(bad).toEqual([])
    expect(row).toEqual({
      row: 9,
      name: 'Siti Aminah',
      phone: '6281234567890',
      email: 'siti@x.id',
      status: 'new',
      campaign_id: 7,
      lead_sources: [{ campaign_id: 7, source: 'Instagram' }],
      sales: 3,
      next_follow_up: '2026-11-20T00:00:00+07:00',
    })
  })

  it('is returned with all its errors and the content of its cells', () => {
    expect(codes(['', '021', 'x', 'entah', 'Lebaran', '', 'Ani', 'besok'])).toEqual([
      ['campaign_id', 'Lebaran', 'unknown_reference'],
      ['sales', 'Ani', 'unknown_reference'],
      ['phone', '021', 'phone_short'],
      ['email', 'x', 'email'],
      ['status', 'entah', 'choice'],
      ['next_follow_up', 'besok', 'date_time'],
      ['name', '', 'required'],
    ])
  })

  it('needs a campaign for its source, its own or that of all rows', () => {
    const cells = ['Siti', '081234567890', '', '', '', 'Instagram']
    expect(codes(cells)).toEqual([['campaign_id', '', 'required']])
    expect(check(cells, { campaign: 8 }).row).toMatchObject({ lead_sources: [{ campaign_id: 8, source: 'Instagram' }] })
  })

  it('is assigned only to salespeople allowed to this person', () => {
    const cells = ['Siti', '081234567890', '', '', '', '', 'Budi']
    expect(codes(cells, { mayAssign: [9] })).toEqual([['sales', 'Budi', 'not_allowed']])
    expect(check(['Siti', '081234567890', '', '', '', '', 'unassigned'], { mayAssign: [9] }).row.sales).toBe(0)
  })

  it('stores plain text without markup, and results instead of formulas', () => {
    expect(codes(['<b>x</b>', '081234567890'])).toEqual([['name', '<b>x</b>', 'html']])
    expect(check(['=1+1', '081234567890']).row.name).toBe('=1+1')
  })

  it('has a warning for names that a spreadsheet program would run, and is stored', () => {
    for (const name of ['=HYPERLINK("http://x.test";"Klik")', '+Budi', '-2+3', '@SUM(1)']) {
      const { bad, warnings } = check([name, '081234567890'])
      expect([bad, warnings.map(({ row, field, value, problem }) => [row, field, value, problem.code])]).toEqual([
        [],
        [[9, 'name', name, 'formula']],
      ])
    }
    for (const name of ['Budi', 'Siti - Ani', '-']) expect(check([name, '081234567890']).warnings).toEqual([])
  })
})
