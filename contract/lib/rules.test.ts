import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phone } from '../kit/field/field.ts'
import { validate } from '../kit/field/schema.ts'
import { exportProblem } from '../kit/section/export-rule.ts'
import { dateFilterRules } from './date-filter.ts'
import { formatFileSize } from './file-size.ts'
import { phone628, usualPhone } from './patterns.ts'
import { customerPhone, normalisePhone, phoneTerm } from './phone.ts'
import { roundPrice, tickOf } from './price-tick.ts'
import { formatRupiah } from './rupiah.ts'

describe('date filter', () => {
  it('requires From, then To, then enables Filter', () => {
    expect(dateFilterRules({ from: '', to: '' }, { minMax: true })).toEqual({ toDisabled: true, toMin: undefined, filterDisabled: true })
    const open = dateFilterRules({ from: '2026-11-02', to: '' }, { minMax: true })
    expect(open).toEqual({ toDisabled: false, toMin: '2026-11-02', filterDisabled: true })
    expect(dateFilterRules({ from: '2026-11-02', to: '2026-11-03' }, { minMax: false }).filterDisabled).toBe(false)
    expect(dateFilterRules({ from: '2026-11-02', to: '2026-11-01' }, { minMax: true }).filterDisabled).toBe(true)
    expect(dateFilterRules({ from: '2026-11-02', to: '' }, { minMax: false }).toMin).toBeUndefined()
  })

  it('needs a category when it is custom', () => {
    const dates = { from: '2026-11-02', to: '2026-11-03' }
    expect(dateFilterRules(dates, { minMax: true, custom: true }).filterDisabled).toBe(true)
    expect(dateFilterRules({ ...dates, category: 'created_at' }, { minMax: true, custom: true }).filterDisabled).toBe(false)
  })
})

describe('export by date', () => {
  const filter = (field: string, ...values: string[]) => ({ field, values })
  it('needs a date filter on one of the four fields', () => {
    expect(exportProblem([])).toBe('Filter date must not be empty')
    expect(exportProblem([filter('next_follow_up', '2026-11-01..2026-11-02')])).toBe('Filter date must not be empty')
    expect(exportProblem([filter('created_at', '2026-11-01..')])).toBe('Filter date must not be empty')
  })

  it.each(['+275760-09-13..', '+275760-09-13..+275760-09-13', '2026-02-30..2026-03-01', '-271821-04-20..2026-01-01'])(
    'takes %s for no range of dates',
    (range) => expect(exportProblem([filter('created_at', range)])).toBe('Filter date must not be empty'),
  )

  it('may cover as many days as the month of its end', () => {
    expect(exportProblem([filter('order_date', '2026-11-01..2026-11-30')])).toBeNull()
    expect(exportProblem([filter('updated_at', '2026-01-29..2026-02-28')])).toBe(
      'Data export is limited to 28 days. You entered 31. Please select the period that corresponds to the number of days in the destination month',
    )
    expect(exportProblem([filter('created_at', '2026-11-01T00:00:00+07:00..2026-11-30T23:59:59+07:00')])).toBeNull()
    expect(exportProblem([filter('created_at', '2026-11-20')])).toBeNull()
  })

  it('allows a long range beside a short one on another field, but not on the same', () => {
    const [long, short] = ['2026-01-01..2026-11-30', '2026-11-01..2026-11-05']
    expect(exportProblem([filter('created_at', long), filter('last_follow_up', short)])).toBeNull()
    expect(exportProblem([filter('created_at', short, long)])).toContain('You entered 334')
  })

  it('adds up the ranges of one field, each day once', () => {
    const [october, november, early] = ['2026-10-01..2026-10-31', '2026-11-01..2026-11-30', '2026-11-01..2026-11-15']
    expect(exportProblem([filter('created_at', october, november)])).toContain('limited to 30 days. You entered 61')
    expect(exportProblem([filter('created_at', november, october)])).toContain('limited to 30 days. You entered 61')
    expect(exportProblem([filter('created_at', early, '2026-11-10..2026-11-30', '2026-11-03')])).toBeNull()
    expect(exportProblem([filter('created_at', '2026-10-02', november)])).toContain('You entered 31')
  })
})

it('formatRupiah writes zero when empty', () => {
  expect(formatRupiah(1_250_000)).toBe('Rp 1.250.000')
  expect(formatRupiah(null)).toBe('Rp 0')
  expect(formatRupiah(undefined)).toBe('Rp 0')
  expect(formatRupiah(-5_000)).toBe('-Rp 5.000')
})

it('formatFileSize writes bytes to gigabytes', () => {
  expect([0, 1023, 1024, 1536, 1_048_576, 5 * 1024 ** 3].map(formatFileSize)).toEqual(['0 B', '1023 B', '1 KB', '1.5 KB', '1 MB', '5 GB'])
})

it.each([
  ['0812-3456-7890', '6281234567890'],
  ['+62 812 3456 7890', '6281234567890'],
  ['62812 3456 7890', '6281234567890'],
  ['812 3456 7890', '6281234567890'],
  ['0062 812 3456 7890', '6281234567890'],
  ['(+62) 813.9999.0004', '6281399990004'],
  ['[+62] 812-3456-7890', '6281234567890'],
  ['+62 (0) 812 3456 7890', '6281234567890'],
  ['(0812) 3456 7890', '6281234567890'],
  ['0812\u20113456\u20137890', '6281234567890'],
  ['\u202a+62\u00a0812-3456-7890\u202c', '6281234567890'],
  ['WA: 0812 3456 7890', '6281234567890'],
  ['Telp. 0812 3456 7890', '6281234567890'],
  ['(+81) 90-1234-5678', null],
  ['021 555 1234', null],
  ['call me', null],
  ['0812 3456 ext 7', null],
  ['+81 90-1234-5678', null],
  ['0081 90 1234 5678', null],
])('reads the number %s', (text, expected) => {
  expect(normalisePhone(text)).toBe(expected)
})

it.each([
  ['0812-3456-7890', '6281234567890'],
  ['812 3456 7890', '6281234567890'],
  ['+65 9123 4567', '6591234567'],
  ['0065 9123-4567', '6591234567'],
  ['6591234567', '6591234567'],
  ['+81 90-1234-5678', '819012345678'],
  ['+62 (21) 555 12345', '622155512345'],
  ['021 555 1234', null],
  ['+62', null],
  ['call me', null],
  ['+65 9123 4567 89012345', null],
])('reads the number of a customer %s', (text, expected) => {
  expect(customerPhone(text)).toBe(expected)
})

it('normalisePhone keeps a valid number', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^628\d{7,12}$/),
      (known) => phone628.test(known) && usualPhone.test(known) && normalisePhone(known) === known,
    ),
  )
})

it.each(['081234567890', '+6281234567890', '(+62) 812-3456-7890', '+62 (0)812 3456 7890', '0062 812 3456 7890'])(
  'a phone written as %s is stored, and looked for, as it is kept',
  (text) => {
    const verdict = validate({ phone: phone({ required: true }) }, [], { phone: text })
    expect(verdict).toMatchObject({ ok: true, value: { phone: '6281234567890' } })
    expect(phoneTerm(text)).toBe('6281234567890')
  },
)

it('roundPrice rounds to the price ticks of the exchange', () => {
  expect([199, 201, 499, 502, 1_999, 2_004, 4_999, 5_013].map(roundPrice)).toEqual([199, 202, 500, 500, 2_000, 2_000, 5_000, 5_025])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200_000 }), (price) => {
      const rounded = roundPrice(price)
      expect(rounded % tickOf(price)).toBe(0)
      expect(Math.abs(rounded - price) * 2).toBeLessThanOrEqual(tickOf(price))
      expect(roundPrice(rounded)).toBe(rounded)
    }),
  )
})
