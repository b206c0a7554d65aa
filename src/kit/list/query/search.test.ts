import { describe, expect, it } from 'vitest'
import { listSearch, readSearch, writeSearch } from './search.ts'

describe('the state of a list in its URL', () => {
  it('comes back as it was written', () => {
    const query = {
      page: 3,
      size: 25,
      sort: { field: 'bank_name', direction: 'desc' as const },
      search: 'Jl. Sudirman, 1:2',
      filters: [{ field: 'company_code', values: ['EMT', 'ETF'] }],
    }
    expect(readSearch(writeSearch(query, 'board'))).toEqual({ query, problem: null })
    expect(writeSearch(query, 'board').view).toBe('board')
  })

  it('leaves defaults out, so that equal states are equal links', () => {
    expect(writeSearch(readSearch({}).query)).toEqual({})
  })

  it('names a broken parameter and keeps the others', () => {
    const { query, problem } = readSearch({ page: '-1', query: 'search:bca', sort: 'bank_name asc' })
    expect(problem?.parameter).toBe('page')
    expect(query).toMatchObject({ page: 1, search: 'bca', sort: { field: 'bank_name', direction: 'asc' } })
  })

  it('survives several broken parameters', () => {
    expect(readSearch({ page: '1e9', size: 'x', query: 'nocolon' }).query).toMatchObject({ page: 1, size: 10, filters: [] })
  })

  it('ignores other parameters of a link', () => {
    expect(listSearch({ page: 2, evil: '1', query: '', total_record: 120, order: 'desc' })).toEqual({ page: '2' })
  })

  it.each([
    [
      { page_size: 25, search: 'Jl. Sudirman, 1' },
      { size: '25', query: 'search:Jl. Sudirman\\, 1' },
    ],
    [{ status: 'new', query: 'sales:0' }, { query: 'sales:0,status:new' }],
    [{ 'tag[0]': 'hot', 'tag[1]': 'vip', is_free: true }, { query: 'tag:hot,tag:vip,is_free:true' }],
    [
      { created_at: '2026-01-01..2026-01-31', size: '50', page_size: '10' },
      { size: '50', query: 'created_at:2026-01-01..2026-01-31' },
    ],
  ])('takes the filters of an address by their own names: %o', (address, search) => {
    expect(listSearch(address)).toEqual(search)
    expect(readSearch(listSearch(address)).problem).toBeNull()
  })
})
