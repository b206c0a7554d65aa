import { describe, expect, it } from 'vitest'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { asksDue, dueOf, toggleDue, wibDay } from './follow-up.ts'

const now = Date.parse('2026-11-20T16:30:00Z') // 23.30 in WIB

describe('follow-ups', () => {
  it('are due by days in WIB, wherever the device is', () => {
    expect(wibDay(now)).toBe('2026-11-20')
    expect(wibDay(Date.parse('2026-11-20T17:00:00Z'))).toBe('2026-11-21')
  })

  it('are overdue from the next day, and due for the whole of their day', () => {
    expect(dueOf('2026-11-19T16:59:00Z', now)).toBe('overdue')
    expect(dueOf('2026-11-19T17:00:00Z', now)).toBe('today')
    expect(dueOf('2026-11-20T16:59:00Z', now)).toBe('today')
    expect(dueOf('2026-11-20T17:00:00Z', now)).toBeNull()
  })

  it('are not due without a time', () => {
    expect([dueOf(null, now), dueOf('', now), dueOf('soon', now), dueOf('29 Nov', now)]).toEqual([null, null, null, null])
  })

  it('are filtered until the end of today, the longest due first, and back to the previous order', () => {
    const list = { ...firstPage, page: 3, filters: [{ field: 'status', values: ['new'] }] }
    const due = toggleDue(list, now)
    expect(due).toMatchObject({
      page: 1,
      filters: [...list.filters, { field: 'next_follow_up', values: ['..2026-11-20'] }],
      sort: { field: 'next_follow_up', direction: 'asc' },
    })
    expect([asksDue(list, now), asksDue(due, now)]).toEqual([false, true])
    expect(toggleDue(due, now)).toEqual({ ...list, page: 1 })
    // A sort order chosen since is kept.
    const byName = { field: 'name', direction: 'asc' } as const
    expect(toggleDue({ ...due, sort: byName }, now).sort).toEqual(byName)
  })
})
