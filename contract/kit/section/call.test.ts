import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillPath, pathParams, type RemovalFormat, removalBody, removedIds } from './call.ts'

const uuid = '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e10'

describe('removal bodies', () => {
  const ways: [RemovalFormat, unknown][] = [
    [{ by: 'ids' }, { ids: [1, 2] }],
    [{ by: 'ids', as: 'text' }, { ids: ['1', '2'] }],
    [{ by: 'id' }, { id: [1, 2] }],
    [{ by: 'id', as: 'text' }, { id: ['1', '2'] }],
    [{ by: 'path' }, undefined],
  ]
  it.each(ways)('%o', (format, body) => {
    expect(removalBody(format, [1, 2])).toEqual(body)
    if (format.by !== 'path') expect([removedIds(format, body)].flat().map(Number)).toEqual([1, 2])
  })

  it('are an array alone where the base contract says so', () => {
    expect(removedIds({ by: 'id' }, ['12', 3])).toEqual(['12', 3])
    expect(removedIds({ by: 'id' }, [])).toBe('record_ids')
  })

  it('name refs as well as numbers', () => {
    expect(removedIds({ by: 'ids' }, { ids: [7, uuid] })).toEqual([7, uuid])
  })

  it.each([
    undefined,
    null,
    'ids',
    7,
    [1],
    {},
    { id: [1] },
    { ids: 1 },
    { ids: [] },
    { ids: [0] },
    { ids: [-1] },
    { ids: [1.5] },
    { ids: [null] },
    { ids: [{}] },
    { ids: [''] },
    { ids: ['x'.repeat(65)] },
  ])('refuse %o', (body) => expect(removedIds({ by: 'ids' }, body)).toBe('record_ids'))

  it('say that they are too many', () => {
    const ids = Array.from({ length: 10_001 }, (_, at) => at + 1)
    expect(removedIds({ by: 'ids' }, { ids })).toBe('max_entries')
    expect(removedIds({ by: 'ids' }, { ids: ids.slice(1) })).toHaveLength(10_000)
  })
})

describe('paths', () => {
  it('are filled in, percent-encoded', () => {
    expect(fillPath('/a/{id}/b/{chat_id}', { id: 7, chat_id: 'x/y?z' })).toBe('/a/7/b/x%2Fy%3Fz')
    expect(fillPath('/a')).toBe('/a')
    expect(pathParams('/a/{id}/b/{chat_id}')).toEqual(['id', 'chat_id'])
  })

  it('keep any text inside its segment', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
        expect(fillPath('/a/{id}/b', { id }).split('/')).toHaveLength(4)
      }),
    )
  })

  it('refuse a missing parameter', () => {
    expect(() => fillPath('/a/{id}')).toThrow('needs id')
    expect(() => fillPath('/a/{id}', { id: '' })).toThrow('needs id')
  })
})
