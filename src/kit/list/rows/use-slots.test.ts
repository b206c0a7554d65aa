import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignSlots } from './use-slots.ts'

test('known records keep their slots, new ones take free slots, and no two share one', () => {
  const page = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 8 })
  fc.assert(
    fc.property(fc.array(page, { minLength: 2, maxLength: 6 }), (pages) => {
      let previous: ReadonlyMap<string, number> = new Map()
      for (const refs of pages) {
        const next = assignSlots(previous, refs)
        expect([...next.keys()]).toEqual(refs)
        expect(new Set(next.values()).size).toBe(refs.length)
        for (const ref of refs) if (previous.has(ref)) expect(next.get(ref)).toBe(previous.get(ref))
        previous = next
      }
    }),
  )
})

test('a page that is turned uses the slots of the one before', () => {
  const first = assignSlots(new Map(), ['a', 'b', 'c'])
  expect([...assignSlots(first, ['d', 'e', 'f']).values()]).toEqual([0, 1, 2])
  expect([...assignSlots(first, ['new', 'a', 'b']).values()]).toEqual([2, 0, 1])
})
