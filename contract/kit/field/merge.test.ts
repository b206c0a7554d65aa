import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forYou } from '../../sections/content/for-you.ts'
import { campaign } from '../../sections/promotion/campaign.ts'
import { leads } from '../../sections/sales/leads.ts'
import { choices, dateTime, image, object, rows, tags, text } from './field.ts'
import { equalValues, mergeRecords, mergeValues } from './merge.ts'

const letters = ['a', 'b', 'c', 'd', 'e'] as const
const word = fc.constantFrom(...letters)
const words = fc.uniqueArray(word, { maxLength: 5 })
const scalar = fc.oneof(word, fc.constant(null), fc.integer({ min: 0, max: 3 }))
const sorted = (list: unknown) => (Array.isArray(list) ? [...list].sort() : list)

describe('one value', () => {
  it('is no conflict if equal on both sides, whatever it was before', () => {
    fc.assert(
      fc.property(scalar, scalar, (base, both) => {
        expect(mergeValues(text(), base, both, both)).toEqual({ clash: false, value: both })
      }),
    )
  })

  it('keeps the change of one side alone', () => {
    fc.assert(
      fc.property(scalar, scalar, (base, changed) => {
        expect(mergeValues(text(), base, changed, base)).toEqual({ clash: false, value: changed })
        expect(mergeValues(text(), base, base, changed)).toEqual({ clash: false, value: changed })
      }),
    )
  })

  it('drops no change silently if both sides changed', () => {
    fc.assert(
      fc.property(scalar, scalar, scalar, (base, mine, theirs) => {
        const merged = mergeValues(text(), base, mine, theirs)
        const bothChanged = !equalValues(text(), base, mine) && !equalValues(text(), base, theirs) && !equalValues(text(), mine, theirs)
        expect(merged.clash).toBe(bothChanged)
      }),
    )
  })

  it('is unchanged by another notation of a moment, an empty list or null', () => {
    expect(equalValues(dateTime(), '2026-11-21T10:00:00+07:00', '2026-11-21T03:00:00.000Z')).toBe(true)
    expect(equalValues(forYou.fields.campaign_end, null, '0001-01-01T00:00:00')).toBe(true)
    expect(equalValues(leads.fields.sales, 0, null)).toBe(true)
    expect(equalValues(leads.fields.tags, ['b', 'a'], ['a', 'b'])).toBe(true)
    expect(equalValues(campaign.fields.sales, [{ sales_id: 1, sales_name: null }], [{ sales_id: 1 }])).toBe(true)
  })
})

describe('sets', () => {
  it('keep every addition and every removal of both sides, and do not care who came first', () => {
    fc.assert(
      fc.property(words, words, words, (base, mine, theirs) => {
        const merged = mergeValues(tags(), base, mine, theirs)
        if (merged.clash) throw new Error('tags never clash')
        const value: readonly unknown[] = Array.isArray(merged.value) ? merged.value : []
        for (const entry of letters) {
          const [was, own, other] = [base, mine, theirs].map((list) => list.includes(entry))
          expect(value.includes(entry), entry).toBe(own === was ? other : own)
        }
        const turned = mergeValues(tags(), base, theirs, mine)
        expect(turned.clash === false && sorted(turned.value)).toEqual(sorted(value))
        // A second merge over the result changes nothing.
        expect(mergeValues(tags(), theirs, value, value)).toEqual({ clash: false, value })
      }),
    )
  })

  it('clash where the merged list breaks the limits of the field', () => {
    const segments = choices(['all', 'x', 'y'], { exclusive: ['all'] })
    expect(mergeValues(segments, ['x'], ['all'], ['x', 'y'])).toEqual({ clash: true })
    expect(mergeValues(tags({ max: 2 }), ['a'], ['a', 'b'], ['a', 'c'])).toEqual({ clash: true })
    expect(mergeValues(tags({ required: true }), ['a', 'b'], ['a'], ['b'])).toEqual({ clash: true })
  })
})

describe('nested values', () => {
  const list = rows({ name: text(), note: text() })
  const entry = (ref: string, name: string, note = '') => ({ ref, name, note })

  it('merge objects by field', () => {
    const address = object({ street: text(), city: text() })
    expect(mergeValues(address, { street: 'A', city: 'X' }, { street: 'B', city: 'X' }, { street: 'A', city: 'Y' })).toEqual({
      clash: false,
      value: { street: 'B', city: 'Y' },
    })
    expect(mergeValues(address, { street: 'A' }, { street: 'B' }, { street: 'C' })).toEqual({ clash: true })
  })

  it('merge rows by their ref: additions, removals and edits of different rows and fields are combined', () => {
    const base = [entry('1', 'one'), entry('2', 'two'), entry('3', 'three')]
    const mine = [entry('1', 'one', 'mine'), entry('2', 'two'), { name: 'added here' }]
    const theirs = [entry('1', 'uno'), entry('2', 'two'), entry('3', 'three'), entry('4', 'four')]
    expect(mergeValues(list, base, mine, theirs)).toEqual({
      clash: false,
      value: [entry('1', 'uno', 'mine'), entry('2', 'two'), entry('4', 'four'), { name: 'added here' }],
    })
  })

  it('clash on a row removed on one side and changed on the other, and on one moved on both', () => {
    expect(mergeValues(list, [entry('1', 'one')], [], [entry('1', 'uno')])).toEqual({ clash: true })
    const [a, b, c] = [entry('1', 'one'), entry('2', 'two'), entry('3', 'three')]
    expect(mergeValues(list, [a, b, c], [b, a, c], [c, a, b])).toEqual({ clash: true })
    expect(mergeValues(list, [a, b, c], [b, a, c], [a, b, c, entry('4', 'four')])).toEqual({
      clash: false,
      value: [b, a, c, entry('4', 'four')],
    })
  })
})

describe('a record', () => {
  const fields = { one: text(), two: text(), three: text(), labels: tags(), picture: image() }
  const record = fc.record({ one: scalar, two: scalar, three: scalar, labels: words })
  const half = (names: readonly string[], values: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, values[name]]))

  it('merges edits of different fields in any order', () => {
    fc.assert(
      fc.property(record, record, fc.subarray(['one', 'two', 'three', 'labels']), (base, next, names) => {
        const rest = ['one', 'two', 'three', 'labels'].filter((name) => !names.includes(name))
        const [mine, theirs] = [half(names, next), half(rest, next)]
        const left = mergeRecords(fields, { base, mine, theirs: { ...base, ...theirs } })
        const right = mergeRecords(fields, { base, mine: theirs, theirs: { ...base, ...mine } })
        expect([left.clashes, right.clashes]).toEqual([[], []])
        expect({ ...base, ...theirs, ...left.values }).toEqual({ ...base, ...mine, ...right.values })
      }),
    )
  })

  it('merges or clashes on every field of mine', () => {
    fc.assert(
      fc.property(record, record, record, (base, mine, theirs) => {
        const { values, clashes } = mergeRecords(fields, { base, mine, theirs })
        expect([...Object.keys(values), ...clashes].sort()).toEqual(Object.keys(mine).sort())
        expect(clashes).not.toContain('labels')
      }),
    )
  })

  it('clashes on a newly chosen file, and on fields without a base', () => {
    const stored = { url: '/a', name: 'a', size: 1, type: 'image/png' }
    const input = { base: { picture: stored }, mine: { picture: null }, theirs: { picture: null } }
    expect(mergeRecords(fields, { ...input, files: ['picture'] }).clashes).toEqual(['picture'])
    expect(mergeRecords(fields, { ...input, base: { picture: null }, files: ['picture'] }).clashes).toEqual([])
    expect(mergeRecords(fields, { base: {}, mine: { one: 'x' }, theirs: { one: 'y' } }).clashes).toEqual(['one'])
  })

  it('names the fields that only they changed', () => {
    const base = { one: 'a', two: 'b', labels: ['a'] }
    expect(mergeRecords(fields, { base, mine: { one: 'x' }, theirs: { one: 'a', two: 'c', labels: ['a'] } }).theirs).toEqual(['two'])
  })
})
