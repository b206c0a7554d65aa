import { describe, expect, it } from 'vitest'
import { mergeRecords } from '../../kit/field/merge.ts'
import { onlineClass } from './online-class.ts'

const ref = (n: number) => `0198c5a2-7e10-7cc3-9d3e-${String(n).padStart(12, '0')}`
const lesson = (n: number, title: string, sort = n) => ({ ref: ref(n), title, minutes: 10, sort })
const [first, second, third] = [lesson(1, 'Saham'), lesson(2, 'Bursa'), lesson(3, 'Rekening', 1)]
const market = { ref: ref(11), title: 'Mengenal bursa', sort: 1, lessons: [first, second] }
const buying = { ref: ref(12), title: 'Membeli', sort: 2, lessons: [third] }
const base = [market, buying]

const merge = (mine: readonly unknown[], theirs: readonly unknown[]) => {
  const { values, clashes } = mergeRecords(onlineClass.fields, {
    base: { sections: base },
    mine: { sections: mine },
    theirs: { sections: theirs },
  })
  return clashes.length ? 'clash' : values.sections
}

describe('two people who edit one class without a network', () => {
  it('keep what they did to different lessons, also of one section', () => {
    const mine = [{ ...market, lessons: [{ ...first, title: 'Apa itu saham' }, second] }, buying]
    const theirs = [{ ...market, lessons: [first, { ...second, minutes: 12 }] }, buying]
    expect(merge(mine, theirs)).toEqual([
      {
        ...market,
        lessons: [
          { ...first, title: 'Apa itu saham' },
          { ...second, minutes: 12 },
        ],
      },
      buying,
    ])
  })

  it('keep an order and a new lesson, and two new ones', () => {
    const added = { ref: ref(4), title: 'Tugas', minutes: null }
    const another = { ref: ref(5), title: 'Ujian', minutes: null }
    const reordered = { ...market, lessons: [second, first] }
    expect(merge([reordered, buying], [{ ...market, lessons: [first, second, added] }, buying])).toEqual([
      { ...market, lessons: [second, first, added] },
      buying,
    ])
    expect(merge([market, { ...buying, lessons: [third, another] }], [market, { ...buying, lessons: [third, added] }])).toEqual([
      market,
      { ...buying, lessons: [third, added, another] },
    ])
  })

  it('keep a lesson that moved to another section beside a change elsewhere', () => {
    const mine = [
      { ...market, lessons: [first] },
      { ...buying, lessons: [third, second] },
    ]
    expect(merge(mine, [{ ...market, title: 'Bursa efek' }, buying])).toEqual([{ ...mine[0], title: 'Bursa efek' }, mine[1]])
  })

  it('keep a deletion, though the server has counted the places of others anew', () => {
    const mine = [market]
    const theirs = [
      { ref: ref(13), title: 'Pembuka', sort: 1, lessons: [] },
      { ...market, sort: 2 },
      { ...buying, sort: 3 },
    ]
    expect(merge(mine, theirs)).toEqual([theirs[0], theirs[1]])
  })

  it('decide themselves where one removed or moved what the other changed, and where both have an order of their own', () => {
    const changed = [{ ...market, lessons: [first, { ...second, title: 'Bursa Efek' }] }, buying]
    expect(merge([{ ...market, lessons: [first] }, buying], changed)).toBe('clash')
    expect(
      merge(
        [
          { ...market, lessons: [first] },
          { ...buying, lessons: [second, third] },
        ],
        changed,
      ),
    ).toBe('clash')
    const sections = [lesson(1, 'a'), lesson(2, 'b'), lesson(3, 'c')]
    const orders = [
      [1, 0, 2],
      [2, 1, 0],
      [0, 1, 2],
    ].map((order) => order.map((at) => sections[at]))
    const [mine, theirs, before] = orders.map((lessons) => [{ ...market, lessons }])
    expect(
      mergeRecords(onlineClass.fields, { base: { sections: before }, mine: { sections: mine }, theirs: { sections: theirs } }).clashes,
    ).toEqual(['sections'])
  })
})
