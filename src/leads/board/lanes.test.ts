import { describe, expect, it } from 'vitest'
import type { FoldedRow } from '#console/data/query/outbox-store.ts'
import type { LeadStatus } from '#contract/choices/options.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { toLanes, uniqueRows } from './lanes.ts'

const lead = (ref: string, status: LeadStatus, version = 1): AnyRow => ({
  id: 1,
  ref,
  version,
  status,
  created_at: '',
  created_by: null,
  updated_at: '',
  updated_by: null,
})
const plain = (row: AnyRow): FoldedRow => ({ row, _state: null })
const moved = (row: AnyRow, status: LeadStatus): FoldedRow => ({ row: { ...row, status }, _state: 'pending' })
const refs = (lanes: ReturnType<typeof toLanes>) => lanes.map((lane) => [lane.status, lane.rows.map(({ row }) => row.ref), lane.total])

const [a, b, c] = [lead('a', 'new'), lead('b', 'new'), lead('c', 'prospect')]
const reads = [
  { status: 'new', rows: [a, b], total: 40 },
  { status: 'prospect', rows: [c], total: 1 },
] as const

describe('lanes', () => {
  it('show what was read, and that more can be read', () => {
    const lanes = toLanes(reads, [plain(a), plain(b), plain(c)])
    expect(refs(lanes)).toEqual([
      ['new', ['a', 'b'], 40],
      ['prospect', ['c'], 1],
    ])
    expect(lanes.map((lane) => lane.more)).toEqual([true, false])
  })

  it('show a move at once, on top of its new lane and in both numbers', () => {
    expect(refs(toLanes(reads, [plain(a), moved(b, 'prospect'), plain(c)]))).toEqual([
      ['new', ['a'], 39],
      ['prospect', ['b', 'c'], 2],
    ])
  })

  it('have no total before it is known', () => {
    const unread = [...reads, { status: 'closing', rows: [], total: null }] as const
    const lanes = toLanes(unread, [moved(a, 'closing'), plain(b), plain(c)])
    expect(refs(lanes)[2]).toEqual(['closing', ['a'], null])
    expect(lanes[2]?.more).toBe(false)
  })

  it('count a lead that was made here', () => {
    expect(refs(toLanes(reads, [plain(lead('d', 'prospect', 0)), plain(a), plain(b), plain(c)]))[1]).toEqual(['prospect', ['d', 'c'], 2])
  })

  it('show a lead once while one lane was read before its move and the other after', () => {
    const later = lead('b', 'prospect', 2)
    const between = [
      { status: 'new', rows: [a, b], total: 40 },
      { status: 'prospect', rows: [later, c], total: 2 },
    ] as const
    expect(uniqueRows(between)).toEqual([a, later, c])
    expect(refs(toLanes(between, uniqueRows(between).map(plain)))).toEqual([
      ['new', ['a'], 39],
      ['prospect', ['b', 'c'], 2],
    ])
  })
})
