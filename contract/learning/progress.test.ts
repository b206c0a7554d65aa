import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { completionOf, lengthOf } from './completion.ts'
import { maxPosition, mergeProgress, type Progress, type ProgressReport } from './progress.ts'

const now = new Date('2026-11-26T03:00:00.000Z')
const at = '2026-11-26T02:00:00.000Z'
const watching = { by: 'watching', seconds: 540 } as const
const marking = { by: 'marking' } as const
const merged = (before: Progress | null, report: ProgressReport, completion: Parameters<typeof mergeProgress>[2] = watching) =>
  mergeProgress(before, report, completion, now)

describe('mergeProgress', () => {
  it('keeps the furthest position, whatever another device says later', () => {
    const first = merged(null, { position: 300, at })
    expect(first).toEqual({ position: 300, completed_at: null, seen_at: at })
    expect(merged(first, { position: 120, at: now.toISOString() })).toEqual({
      position: 300,
      completed_at: null,
      seen_at: now.toISOString(),
    })
  })

  it('completes a video at its share, and nothing takes that back', () => {
    expect(merged(null, { position: 539, at }).completed_at).toBeNull()
    const done = merged(null, { position: 540, at })
    expect(done.completed_at).toBe(at)
    expect(merged(done, { position: 0, is_done: false }).completed_at).toBe(at)
  })

  it('completes what the member marks, and a video of unknown length in no other way', () => {
    expect(merged(null, { position: 9_999, at }, marking).completed_at).toBeNull()
    expect(merged(null, { is_done: true, at }, marking).completed_at).toBe(at)
    const unknown = { by: 'watching', seconds: null } as const
    expect(merged(null, { position: 9_999 }, unknown).completed_at).toBeNull()
    expect(merged(null, { is_done: true, at }, unknown).completed_at).toBe(at)
  })

  it.each([
    ['in a year to come', '2031-01-01T00:00:00Z', now.toISOString()],
    ['that is none', 'kemarin', now.toISOString()],
    ['that is absent', undefined, now.toISOString()],
    ['long past', '1999-01-01T00:00:00Z', '1999-01-01T00:00:00.000Z'],
  ])('takes a report with a clock %s', (_, clock, seen) => {
    expect(merged(null, { position: 600, at: clock })).toEqual({ position: 600, completed_at: seen, seen_at: seen })
  })

  it.each([
    [-5, 0],
    [12.9, 12],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
    [1e9, maxPosition],
    [null, 0],
    [undefined, 0],
  ])('takes the position %s as %i', (position, kept) => {
    expect(merged(null, { position }, marking).position).toBe(kept)
  })

  test('reports in any order, and repeated, come to the same position and completion', () => {
    const report = fc.record({
      position: fc.integer({ min: -10, max: 50_000 }),
      is_done: fc.boolean(),
      at: fc.constantFrom(at, 'x', undefined),
    })
    fc.assert(
      fc.property(fc.array(report, { minLength: 1, maxLength: 8 }), fc.integer(), (reports, turn) => {
        const come = (list: readonly ProgressReport[]) => list.reduce<Progress | null>((before, each) => merged(before, each), null)
        const other = reports.map((_, index) => reports[(index + Math.abs(turn)) % reports.length] ?? {}).toReversed()
        const [one, two] = [come(reports), come([...other, ...reports.slice(0, 2)])]
        expect([two?.position, two?.completed_at !== null]).toEqual([one?.position, one?.completed_at !== null])
      }),
    )
  })
})

describe('completionOf', () => {
  it.each([
    ['a measured video', { video: { url: '/x', seconds: 600 }, minutes: 3 }, { by: 'watching', seconds: 540 }],
    ['a video whose length its teacher gives', { video: { url: '/x' }, minutes: 10 }, { by: 'watching', seconds: 540 }],
    ['a video of unknown length', { video: { url: '/x' } }, { by: 'watching', seconds: null }],
    ['a file', { file: { url: '/x' }, minutes: 10 }, { by: 'opening' }],
    ['a title alone', { title: 'Tugas', minutes: 10 }, { by: 'marking' }],
  ])('says how %s is completed', (_, lesson, expected) => {
    expect(completionOf(lesson)).toEqual(expected)
  })

  it('knows no length of less than nothing', () => {
    expect([lengthOf({ minutes: 0 }), lengthOf({ minutes: '' }), lengthOf({ video: { seconds: 0 }, minutes: 2 })]).toEqual([
      null,
      null,
      120,
    ])
  })
})
