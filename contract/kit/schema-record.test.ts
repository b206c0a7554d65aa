import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sections } from '../sections/index.ts'
import * as f from './field/field.ts'
import { fromTo } from './field/rule.ts'
import { validate } from './field/schema.ts'

const all = await Promise.all(Object.values(sections).map((load) => load()))

describe('a whole record', () => {
  const fields = {
    name: f.text({ required: true }),
    note: f.text(),
    loud: f.flag(),
    how: f.choice(['horn', 'bell'], { shownWhen: { field: 'loud', is: [true] }, requiredWhen: { field: 'loud', is: [true] } }),
    tune: f.url({ shownWhen: { field: 'how', is: ['horn'] } }),
    begin: f.date(),
    end: f.date(),
    lines: f.rows({ label: f.text({ required: true, max: 3 }), seen: f.flag({ readOnly: true }) }),
    place: f.object({ city: f.text({ required: true }) }),
    id: f.number({ readOnly: true }),
  }
  const rules = [fromTo('begin', 'end')]
  const check = (input: unknown) => validate(fields, rules, input)
  const problemsOf = (input: unknown) => {
    const result = check(input)
    return result.ok ? {} : Object.fromEntries(Object.entries(result.problems).map(([path, { code }]) => [path, code]))
  }

  it('keeps known, writable and non-empty values, trimmed', () => {
    const input = { name: ' a ', note: '', lines: [{ label: ' b ', seen: true, admin: true }], id: 7, is_root: true, place: null }
    expect(check(input)).toEqual({ ok: true, value: { name: 'a', lines: [{ label: 'b' }] } })
  })

  it('drops empty values at every depth', () => {
    const input = { name: 'A', lines: [{ label: 'b', seen: true, ref: null }], place: { city: 'C', more: null } }
    expect(check(input)).toEqual({ ok: true, value: { name: 'A', lines: [{ label: 'b' }], place: { city: 'C' } } })
  })

  it('treats blank as absent', () => {
    expect(check({ name: 'a', note: '  ', tune: '', begin: '', lines: [] })).toEqual({ ok: true, value: { name: 'a' } })
    expect(problemsOf({ name: '   ' })).toEqual({ name: 'required' })
  })

  it('names every problem by its path, also nested ones', () => {
    expect(problemsOf({ note: 5, lines: [{ label: 'a' }, {}, { label: 'long' }], place: {} })).toEqual({
      name: 'required',
      note: 'type',
      'lines.1.label': 'required',
      'lines.2.label': 'max_length',
      'place.city': 'required',
    })
  })

  it('requires a field only while it is shown', () => {
    expect(problemsOf({ name: 'a', loud: true })).toEqual({ how: 'required' })
    expect(problemsOf({ name: 'a', loud: false })).toEqual({})
    expect(check({ name: 'a', how: 'horn' })).toEqual({ ok: true, value: { name: 'a' } })
  })

  it('drops hidden fields, even wrong ones', () => {
    expect(check({ name: 'a', loud: false, how: 'nonsense', tune: 'nonsense', id: 5, is_root: true })).toEqual({
      ok: true,
      value: { name: 'a', loud: false },
    })
    expect(problemsOf({ name: 'a', loud: true, how: 'horn', tune: 'nonsense' })).toEqual({ tune: 'url' })
  })

  it('applies rules between fields, even beside other problems', () => {
    expect(problemsOf({ begin: '2026-02-02', end: '2026-02-01' })).toEqual({ name: 'required', end: 'before_start' })
    expect(problemsOf({ name: 'a', begin: '2026-02-02', end: '2026-02-02' })).toEqual({})
    expect(problemsOf({ name: 'a', begin: 'nonsense', end: '2026-02-01' })).toEqual({ begin: 'date' })
  })

  it.each([null, undefined, 'text', 5, true, [], [{ name: 'a' }]])('refuses %o', (input) =>
    expect(problemsOf(input)).toEqual({ '': 'type' }),
  )
})

describe.each(all.map((section) => [section.name, section] as const))('fields of %s', (_, { fields, rules }) => {
  it('are valid or invalid for any JSON, and a valid result stays unchanged', () => {
    const values = Object.fromEntries(
      Object.keys(fields).map((name) => [name, fc.oneof(fc.jsonValue(), fc.constantFrom(null, '', true, 1, '2026-01-01T00:00'))]),
    )
    fc.assert(
      fc.property(fc.record(values, { requiredKeys: [] }), (input) => {
        const first = validate(fields, rules, input)
        if (first.ok) expect(validate(fields, rules, first.value)).toEqual(first)
        else for (const path of Object.keys(first.problems)) expect(Object.keys(fields)).toContain(path.split('.')[0])
      }),
      { numRuns: 200 },
    )
  })
})
