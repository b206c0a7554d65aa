import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Admission, addAdmission, maxAdmissions, standingAdmissions } from './admission.ts'

const mark = (minute: number, attended: boolean, device: string | null = 'a'): Admission => ({
  at: `2026-03-10T02:${String(minute).padStart(2, '0')}:00.000Z`,
  attended,
  gate: null,
  device,
  by: 'Ani',
})
const add = (marks: readonly Admission[]) => marks.reduce<readonly Admission[]>(addAdmission, [])

it('marks hold the same in whatever order they arrive, and a repeated one counts once', () => {
  const some = fc.array(fc.tuple(fc.integer({ min: 0, max: 59 }), fc.boolean(), fc.constantFrom('a', 'b', null)), { maxLength: 8 })
  fc.assert(
    fc.property(some, fc.infiniteStream(fc.nat()), (made, order) => {
      const marks = made.map(([minute, attended, device]) => mark(minute, attended, device))
      const shuffled = marks.map((one) => ({ one, at: order.next().value ?? 0 })).sort((a, b) => a.at - b.at)
      expect(add([...shuffled.map(({ one }) => one), ...marks])).toEqual(add(marks))
    }),
    { numRuns: 100 },
  )
})

it('standingAdmissions has both devices that admitted one ticket, the first one first', () => {
  const [early, late] = [mark(12, true, 'a'), mark(20, true, 'b')]
  expect(standingAdmissions(add([late, early]))).toEqual([early, late])
  expect(standingAdmissions(add([late, early, mark(30, false)]))).toEqual([])
  expect(standingAdmissions(add([late, early, mark(15, false)]))).toEqual([late])
})

it('addAdmission keeps a bounded number of marks, the latest ones', () => {
  const many = Array.from({ length: 150 }, (_, at) => ({ ...mark(0, true), at: new Date(at * 1000).toISOString() }))
  expect(add(many)).toHaveLength(maxAdmissions)
  expect(add(many).at(-1)).toEqual(many.at(-1))
})
