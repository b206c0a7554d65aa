import { expect, it } from 'vitest'
import * as f from '#contract/kit/field/field.ts'
import { readLoosely } from './loose-values.ts'

const ref = '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e10'

it.each<[field: f.Field, sent: unknown, read: unknown]>([
  [f.reference(), '22', 22],
  [f.reference(), ' 22 ', 22],
  [f.reference(), ref, ref],
  [f.reference(), { id: '7', name: 'Perbankan' }, 7],
  [f.reference(), 0, null],
  [f.reference(), '0', null],
  [f.reference(), { id: 0 }, null],
  [f.reference({ unassigned: true }), '0', 0],
  [f.reference(), "1' or '1'='1", "1' or '1'='1"],
  [f.references(), ['1', 2, ref], [1, 2, ref]],
  [f.references(), '1,2', [1, 2]],
  [f.references(), 7, [7]],
  [f.references(), '', ''],
  [f.references(), { id: 3 }, [3]],
  [f.references(), [], []],
  [f.number(), '12.5', 12.5],
  [f.number(), '1e3', '1e3'],
  [f.number(), '0x10', '0x10'],
  [f.number(), '9'.repeat(400), '9'.repeat(400)],
  [f.money(), '150000', 150_000],
  [f.money(), 'lima', 'lima'],
  [f.text(), '22', '22'],
  [f.phone(), '0812', '0812'],
  [f.digits(), '0012', '0012'],
  [f.flag(), 'true', true],
  [f.flag(), '0', false],
  [f.flag(), 'yes', true],
  [f.flag(), 'no', false],
  [f.flag(), 1, true],
  [f.flag(), 0, false],
  [f.flag(), 2, 2],
  [f.tags(), 'bandar, saham', ['bandar, saham']],
  [f.tags(), '', ''],
  [f.choices(['blog', 'education']), 'blog, education', ['blog', 'education']],
  [f.choices([7, 30]), '7', '7'],
  [f.reference({ unassigned: true }), { sales_id: '4', sales_name: 'Sinta' }, 4],
  [f.text({ aliases: ['id'] }), 75, '75'],
  [f.text(), 75, 75],
  [f.flag(), 'mungkin', 'mungkin'],
  [f.choice([7, 30]), '30', 30],
  [f.choice(['7', '30']), '30', '30'],
  [f.rows({ user: f.reference(), code: f.text() }), [{ user: '5', code: '5', ref }, 'x'], [{ user: 5, code: '5', ref }, 'x']],
  [f.object({ from: f.money() }), { from: '1000', other: '1' }, { from: 1_000, other: '1' }],
])('a value of the kind %o is read from %o', (field, sent, read) => {
  expect(readLoosely({ it: field }, { it: sent })).toEqual({ it: read })
})

it('names that are no fields stay as they are', () => {
  const sent = { constructor: '1', order: '5' }
  expect(readLoosely({}, sent)).toEqual(sent)
})
