import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Filter,
  firstPage,
  formatFilters,
  formatListQuery,
  formatRange,
  formatSort,
  type ListQuery,
  ListQueryError,
  parseFilters,
  parseListQuery,
  parseRange,
  parseSort,
  withFilter,
} from './list-query.ts'
import { maxSize } from './paging.ts'

const fieldName = fc.stringMatching(/^[a-z][a-z0-9_]{0,11}$/).filter((name) => name !== 'search')
/** Difficult texts: separators, escapes, spaces, quotes, accents, Arabic, emoji. */
const awkward = fc.string({
  unit: fc.constantFrom(',', ':', '\\', ' ', '.', "'", '"', '%', '&', '=', 'a', 'Z', '0', 'é', 'ع', '😀'),
  maxLength: 12,
})
const value = fc.oneof(awkward, fc.string({ unit: 'grapheme', maxLength: 12 })).filter((text) => !/\p{Cc}/u.test(text))
const filters: fc.Arbitrary<Filter[]> = fc.uniqueArray(
  fc.record({ field: fieldName, values: fc.array(value, { minLength: 1, maxLength: 4 }) }),
  {
    selector: (filter) => filter.field,
    maxLength: 5,
  },
)
const query: fc.Arbitrary<ListQuery> = fc.record({
  page: fc.integer({ min: 1, max: 1_000_000 }),
  size: fc.integer({ min: 1, max: maxSize }),
  sort: fc.option(fc.record({ field: fieldName, direction: fc.constantFrom('asc', 'desc') })),
  search: value,
  filters,
})

describe('the list grammar', () => {
  it('reads back every query it writes', () => {
    fc.assert(
      fc.property(query, (wanted) => {
        expect(parseListQuery(formatListQuery(wanted))).toEqual(wanted)
      }),
    )
  })

  it('survives a URL', () => {
    fc.assert(
      fc.property(query, (wanted) => {
        const wire = Object.entries(formatListQuery(wanted)).map(([name, part]): [string, string] => [name, String(part)])
        expect(parseListQuery(Object.fromEntries(new URLSearchParams(new URLSearchParams(wire).toString())))).toEqual(wanted)
      }),
    )
  })

  it('throws no error but its own', () => {
    fc.assert(
      fc.property(fc.record({ page: fc.string(), size: fc.string(), sort: fc.string(), query: fc.string() }), (wire) => {
        try {
          parseListQuery(wire)
        } catch (error) {
          expect(error).toBeInstanceOf(ListQueryError)
        }
      }),
    )
  })

  it('has the written form of the base contract', () => {
    expect(
      formatFilters([
        { field: 'similar_role', values: ['sales'] },
        { field: 'is_active', values: ['true'] },
      ]),
    ).toBe('similar_role:sales,is_active:true')
    expect(formatFilters([{ field: 'city', values: ['Bandung, Jawa Barat'] }], '10:30')).toBe('city:Bandung\\, Jawa Barat,search:10:30')
    expect(parseFilters('status:new,status:closing')).toEqual({ filters: [{ field: 'status', values: ['new', 'closing'] }], search: '' })
    expect(parseListQuery({})).toEqual(firstPage)
    expect(formatListQuery(firstPage)).toEqual({})
  })

  it('names the wrong parameter', () => {
    const parameterOf = (wire: Parameters<typeof parseListQuery>[0]) => {
      try {
        parseListQuery(wire)
      } catch (error) {
        return error instanceof ListQueryError ? error.parameter : error
      }
    }
    for (const page of ['-1', '0', '1.5', '1000000000', 'x', '1e3', '0x10', ' 1']) expect(parameterOf({ page })).toBe('page')
    for (const size of ['0', '-5', String(maxSize + 1)]) expect(parameterOf({ size })).toBe('size')
    for (const sort of ['name up', 'name;drop', 'a b c', '1name']) expect(parameterOf({ sort })).toBe('sort')
    for (const given of ['status', ':new', 'status:new,', 'status:a\u0000b']) expect(parameterOf({ query: given })).toBe('query')
    expect(parameterOf({ size: String(maxSize), page: '', sort: '', query: '' })).toBeUndefined()
  })

  it('sorts by a field, ascending by default', () => {
    expect(parseSort('created_at desc')).toEqual({ field: 'created_at', direction: 'desc' })
    expect(parseSort('name')).toEqual({ field: 'name', direction: 'asc' })
    expect(parseSort('')).toBeNull()
    expect(formatSort(parseSort('name ASC'))).toBe('name asc')
  })

  it('reads ranges with open ends', () => {
    expect(parseRange('2026-01-01..2026-01-31')).toEqual({ from: '2026-01-01', to: '2026-01-31' })
    expect(parseRange(formatRange(undefined, '2026-01-31'))).toEqual({ from: undefined, to: '2026-01-31' })
    expect(parseRange('2026-01-01')).toBeNull()
  })

  it('goes back to the first page when a filter changes', () => {
    const filtered = withFilter({ ...firstPage, page: 7 }, 'status', ['new'])
    expect(filtered).toEqual({ ...firstPage, filters: [{ field: 'status', values: ['new'] }] })
    expect(withFilter(filtered, 'status', [])).toEqual(firstPage)
  })
})
