import { afterEach, describe, expect, it, vi } from 'vitest'
import { addReport, dropReport, type Report, readReports, storeReports, withReport } from './reports.js'

const course = { member: 7, category: 'onlineclass', ref: 'kelas' }
const report = (position: number, more: Partial<Report> = {}): Report => ({
  ...course,
  lesson: 'satu',
  position,
  is_done: false,
  at: '2026-03-02T02:00:00.000Z',
  ...more,
})
const lesson = { ref: 'satu', position: 60, completed_at: null }

describe('reports of progress that a device keeps', () => {
  it('are one for each lesson, with the furthest position', () => {
    const kept = [report(120), report(30), report(90, { lesson: 'dua' }), report(10, { member: 8 })].reduce<Report[]>(addReport, [])
    expect(kept.map(({ member, lesson: of, position }) => [member, of, position])).toEqual([
      [7, 'satu', 120],
      [7, 'dua', 90],
      [8, 'satu', 10],
    ])
  })

  it('keep that a lesson was completed', () => {
    expect([report(10, { is_done: true }), report(20)].reduce<Report[]>(addReport, [])).toMatchObject([{ position: 20, is_done: true }])
  })

  it('are dropped once they arrived, but not one that went on meanwhile', () => {
    expect(dropReport([report(30)], report(30))).toEqual([])
    expect(dropReport([report(40)], report(30))).toEqual([report(40)])
    expect(dropReport([report(30, { is_done: true })], report(30))).toHaveLength(1)
  })

  it('show a lesson as it will be, which is never less than it was', () => {
    expect(withReport([], course, lesson)).toBe(lesson)
    expect(withReport([report(120, { is_done: true })], course, lesson)).toMatchObject({
      position: 120,
      completed_at: report(0).at,
      is_kept: true,
    })
    expect(withReport([report(30)], course, { ...lesson, completed_at: '2026-03-01' })).toMatchObject({
      position: 60,
      completed_at: '2026-03-01',
    })
    expect(withReport([report(120, { member: 8 })], course, lesson)).toBe(lesson)
  })

  describe('in the storage of the browser', () => {
    const stored = new Map<string, string>()
    const stub = () =>
      vi.stubGlobal('localStorage', {
        getItem: (name: string) => stored.get(name) ?? null,
        setItem: (name: string, value: string) => stored.set(name, value),
      })
    afterEach(() => vi.unstubAllGlobals())

    it('are read as they were stored, and none where the storage holds something else', () => {
      stub()
      expect(readReports()).toEqual([])
      storeReports([report(30)])
      expect(readReports()).toEqual([report(30)])
      for (const [name] of stored) stored.set(name, '{"broken')
      expect(readReports()).toEqual([])
    })
  })
})
