import { describe, expect, it } from 'vitest'
import { noEnd } from '../sections/content/for-you.ts'
import * as f from './field/field.ts'
import { problem } from './field/problem.ts'
import { validate } from './field/schema.ts'

/** Returns the code of a value's problem, or undefined when it is valid. */
function codeOf(field: f.Field, value: unknown): string | undefined {
  const result = validate({ it: field }, [], { it: value })
  return result.ok ? undefined : Object.values(result.problems)[0]?.code
}

const png = { name: 'a.png', size: 10, type: 'image/png', content: null }

describe('each kind', () => {
  const cases: [string, f.Field, fine: unknown[], wrong: [value: unknown, code: string][]][] = [
    [
      'text',
      f.text({ max: 5, min: 2 }),
      ['ab', 'a < b', '  abcde  ', 'عربي', 'a\tb'],
      [
        ['abcdef', 'max_length'],
        ['a', 'min_length'],
        ['<b>', 'html'],
        ['a\u0000b', 'control'],
        [5, 'type'],
        [{}, 'type'],
        [['ab'], 'type'],
        [true, 'type'],
      ],
    ],
    [
      'textarea',
      f.textarea(),
      ['a\nb', 'x'.repeat(5_000)],
      [
        ['x'.repeat(5_001), 'max_length'],
        ['<script>x</script>', 'html'],
      ],
    ],
    [
      'richText',
      f.richText(),
      ['<p>a</p>'],
      [
        ['a\u0007', 'control'],
        [1, 'type'],
      ],
    ],
    [
      'slug',
      f.slug(),
      ['a-b-1', 'a'.repeat(80)],
      [
        ['Abc', 'slug'],
        ['a--b', 'slug'],
        ['-ab', 'slug'],
        ['a b', 'slug'],
        ['ab', 'min_length'],
        ['a'.repeat(81), 'max_length'],
        ['edit', 'reserved'],
      ],
    ],
    [
      'url',
      f.url(),
      ['http://a.id', 'https://a.co.id/x?y#z'],
      [
        ['ftp://a.id', 'url'],
        ['https://a', 'url'],
        ['javascript:alert(1)', 'url'],
      ],
    ],
    [
      'email',
      f.email(),
      ['a.b+c@d-e.co.id'],
      [
        ['A@b.id', 'email'],
        ['a@b', 'email'],
        ['a b@c.id', 'email'],
      ],
    ],
    [
      'phone',
      f.phone(),
      // Any number of digits: an unusual length is a warning of the form.
      ['6281234567', '6281', '62812345678901234', '0812345678', '+6281234567', '(+62) 812-3456-7890', '0812 3456 7890'],
      [
        ['628', 'phone'],
        ['021 555 1234', 'phone'],
        ['+65 9123 4567', 'phone'],
        ['628a', 'phone'],
      ],
    ],
    [
      'digits',
      f.digits({ max: 4 }),
      ['0012'],
      [
        ['12a', 'digits'],
        ['12345', 'max_length'],
      ],
    ],
    [
      'colour',
      f.colour(),
      ['#a1B2c3'],
      [
        ['#fff', 'colour'],
        ['red', 'colour'],
      ],
    ],
    [
      'secret',
      f.secret({ min: 4 }),
      [' pa<b>ss '],
      [
        ['abc', 'min_length'],
        ['x'.repeat(257), 'max_length'],
      ],
    ],
    [
      'number',
      f.number({ max: 10, min: -1 }),
      [0, -1, 9.5],
      [
        [11, 'max_value'],
        [-2, 'min_value'],
        ['5', 'number'],
        [Number.NaN, 'number'],
        [Number.POSITIVE_INFINITY, 'number'],
        [true, 'number'],
      ],
    ],
    ['whole number', f.number({ integer: true }), [3], [[3.5, 'integer']]],
    [
      'money',
      f.money(),
      [0, 150_000],
      [
        [-1, 'min_value'],
        [1.5, 'integer'],
        [1e300, 'max_value'],
      ],
    ],
    [
      'percent',
      f.percent(),
      [0, 12.5, 100],
      [
        [101, 'max_value'],
        [-1, 'min_value'],
      ],
    ],
    [
      'date',
      f.date(),
      ['2024-02-29'],
      [
        ['2023-02-29', 'date'],
        ['2024-13-01', 'date'],
        ['29/02/2024', 'date'],
        ['0000-01-01', 'date'],
        [20240101, 'type'],
      ],
    ],
    [
      'dateTime',
      f.dateTime(),
      ['2024-02-29T23:59', '2024-02-29 23:59 WIB', '29 Feb 2024', '2024-02-29T23:59:59.123Z', '2024-02-29T23:59:59+15:59', noEnd],
      [
        ['2024-02-30T00:00', 'date_time'],
        ['2024-02-29T25:00', 'date_time'],
        ['31 February 2024', 'date_time'],
        ['2024-02-29T10:00:00+16:00', 'date_time'],
        ['2024-02-29T10:00:00-15:60', 'date_time'],
      ],
    ],
    [
      'month',
      f.month(),
      ['2024-12'],
      [
        ['2024-13', 'month'],
        ['2024-1', 'month'],
      ],
    ],
    [
      'flag',
      f.flag(),
      [true, false],
      [
        ['true', 'type'],
        [1, 'type'],
      ],
    ],
    [
      'choice',
      f.choice(['a', 1]),
      ['a', 1],
      [
        ['b', 'choice'],
        ['1', 'choice'],
        [{}, 'choice'],
      ],
    ],
    [
      'choices',
      f.choices(['a', 'b', 'all'], { max: 2, exclusive: ['all'] }),
      [['a'], ['a', 'b'], ['all'], 'a', 'a, b'],
      [
        [['a', 'all'], 'alone'],
        [['c'], 'choice'],
        [['a', 'b', 'a'], 'max_entries'],
        ['a,all', 'alone'],
        ['c', 'choice'],
        [5, 'type'],
      ],
    ],
    [
      'tags',
      f.tags({ min: 2, max: 3 }),
      [['a', 'b']],
      [
        [['a'], 'min_entries'],
        [['a', ''], 'min_length'],
        [['a', 'b', 'c', 'd'], 'max_entries'],
        [['a', '<b>'], 'html'],
        [['a', 'x'.repeat(61)], 'max_length'],
      ],
    ],
    [
      'reference',
      f.reference(),
      [1, '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e10'],
      [
        [0, 'reference'],
        [-1, 'reference'],
        [1.5, 'reference'],
        ['1', 'reference'],
        ["1' or '1'='1", 'reference'],
        [{}, 'reference'],
      ],
    ],
    ['reference to nobody', f.reference({ unassigned: true }), [0, 5], [[-1, 'reference']]],
    [
      'references',
      f.references(),
      [[1, 2]],
      [
        [[0], 'reference'],
        [7, 'type'],
      ],
    ],
    [
      'image',
      f.image({ accept: ['image/png'], maxBytes: 10 }),
      [png],
      [
        [{ ...png, type: 'text/html' }, 'file_type'],
        [{ ...png, size: 11 }, 'file_size'],
        ['a.png', 'type'],
        [{ url: 'x' }, 'type'],
      ],
    ],
    ['file of a family', f.file({ accept: ['image/*'] }), [png], [[{ ...png, type: 'video/mp4' }, 'file_type']]],
    [
      'object',
      f.object({ city: f.text({ max: 3 }) }),
      [{ city: 'abc' }, {}],
      [
        [{ city: 'abcd' }, 'max_length'],
        ['abc', 'type'],
        [{ city: 1 }, 'type'],
      ],
    ],
    [
      'rows',
      f.rows({ n: f.number() }, { max: 2 }),
      [[{ n: 1 }, {}]],
      [
        [[{ n: 'x' }], 'number'],
        [[{}, {}, {}], 'max_entries'],
        [[null], 'type'],
        ['abc', 'type'],
        [{ n: 1 }, 'type'],
        [[{ ref: 'x' }], 'reference'],
      ],
    ],
  ]

  it.each(cases)('%s', (_, field, fine, wrong) => {
    for (const value of fine) expect(codeOf(field, value), JSON.stringify(value)).toBeUndefined()
    for (const [value, code] of wrong) expect(codeOf(field, value), JSON.stringify(value)).toBe(code)
  })

  it('a moment without a zone is WIB, as in filters and files', () => {
    const sent = { at: '2026-11-20T10:00:00', end: `${noEnd}Z` }
    const value = { at: '2026-11-20T10:00:00+07:00', end: noEnd }
    expect(validate({ at: f.dateTime(), end: { ...f.dateTime(), emptyDate: noEnd } }, [], sent)).toEqual({ ok: true, value })
  })

  it('problems have English messages with their bound', () => {
    expect(problem('max_length', { max: 5 })).toEqual({ code: 'max_length', message: 'Must be at most 5 characters', params: { max: 5 } })
    const result = validate({ it: f.text({ max: 5 }) }, [], { it: 'abcdef' })
    expect(result).toMatchObject({ problems: { it: { message: 'Must be at most 5 characters' } } })
  })
})
