import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { setLocale } from '#console/i18n/i18n.ts'
import { date, dateTime, type Field, flag, money, phone, text } from '#contract/kit/field/field.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { Value } from '../../parts/value.tsx'
import { cellOf } from './cell.tsx'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
})
afterAll(() => vi.unstubAllGlobals())

const row = (until: unknown): AnyRow => ({
  ...{ id: 1, ref: 'one', version: 1, created_at: '', created_by: null, updated_at: '', updated_by: null },
  until,
})
const words = (markup: string) => markup.replace(/<[^>]*>/g, '')

/** Returns the text of a cell and of a value. */
function shown(field: Field, until: unknown): string[] {
  const column = { name: 'until', label: 'until', field, hidden: false, link: false, sortable: false, align: 'start' } as const
  return [cellOf(column, row(until)), <Value key="value" field={field} value={until} />].map((one) => words(renderToStaticMarkup(one)))
}

it('a cell shows an empty date as its field says: always, or nothing', () => {
  const empty = '0001-01-01T00:00:00'
  expect(shown({ ...dateTime(), emptyDate: empty }, empty)).toEqual(['Always Show', 'Always Show'])
  expect(shown({ ...dateTime(), emptyDate: empty }, '0001-01-01T00:00:00.000Z')).toEqual(['Always Show', 'Always Show'])
  expect(shown({ ...dateTime({ emptyShown: 'blank' }), emptyDate: empty }, empty)).toEqual(['–', '–'])
  expect(shown({ ...date({ emptyShown: 'blank' }), emptyDate: '0001-01-01' }, '0001-01-01')).toEqual(['–', '–'])
})

it('a cell shows a date as a date', () => {
  const [listed, compared] = shown({ ...date({ emptyShown: 'blank' }), emptyDate: '0001-01-01' }, '2026-03-01')
  expect(listed).toBe('1 Mar 2026')
  expect(compared).toBe(listed)
})

it('a flag is yes or no, and active or inactive where that is its name', () => {
  expect([true, false].map((value) => shown({ ...flag(), of: 'slider.is_show' }, value))).toEqual([
    ['Yes', 'Yes'],
    ['No', 'No'],
  ])
  expect([true, false].map((value) => shown({ ...flag(), of: 'bank.is_active' }, value))).toEqual([
    ['Active', 'Active'],
    ['Inactive', 'Inactive'],
  ])
})

it('empty money is Rp 0, and a dash where it is never 0', () => {
  const cell = (field: Field) => shown(field, null)[0]
  expect([money(), money({ min: 1 })].map(cell)).toEqual(['Rp 0', '–'])
})

it('a phone is in groups everywhere', () => {
  expect(shown(phone(), '6281234567890')).toEqual(['+62 812-3456-7890', '+62 812-3456-7890'])
})

it('a cell of its own that has nothing is a dash', () => {
  const column = { name: 'until', label: 'until', field: text(), hidden: false, link: false, sortable: false, align: 'start' } as const
  expect([null, ''].map((content) => words(renderToStaticMarkup(cellOf({ ...column, cell: () => content }, row('')))))).toEqual(['–', '–'])
})
