import { describe, expect, it } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { eventReader, type ServerEvent } from './events.ts'
import { isActive, noJobs, withAll, withOne } from './store.ts'

const at = '2026-11-22T10:00:00.000Z'
const job = (id: number, state: Job['state'], more: Partial<Job> = {}): Job => ({
  ...{ id, ref: `ref ${id}`, kind: 'import', state, section: 'bank', subject: 'banks.csv', done: 0, total: 3, step: null },
  ...{ problem: null, result: null, import: null, may_change: true, created_at: at, created_by: 'Ani', run_at: at },
  ...{ started_at: null, ended_at: null, changed_at: at, ...more },
})

describe('events', () => {
  it('are complete however their text is cut, and comments are ignored', () => {
    const text = 'event: states\ndata: {"jobs":[]}\n\n:\n\nevent: job\ndata: {"id":1}\n\n'
    for (let cut = 0; cut <= text.length; cut++) {
      const found: ServerEvent[] = []
      const read = eventReader((event) => found.push(event))
      read(text.slice(0, cut))
      read(text.slice(cut))
      expect(found).toEqual([
        { name: 'states', data: '{"jobs":[]}' },
        { name: 'job', data: '{"id":1}' },
      ])
    }
  })
})

describe('jobs', () => {
  it('change in their place, and new ones stand on top', () => {
    const first = withAll(noJobs, [job(2, 'running'), job(1, 'done')], 5)
    const changed = withOne(first, job(2, 'running', { done: 2 }))
    expect(changed.jobs?.map(({ id, done }) => [id, done])).toEqual([
      [2, 2],
      [1, 0],
    ])
    expect(withOne(changed, job(3, 'waiting')).jobs?.map(({ id }) => id)).toEqual([3, 2, 1])
  })

  it('that ended unseen are counted once', () => {
    const first = withAll(noJobs, [job(2, 'running'), job(1, 'done')])
    expect(first.unseen).toBe(0)
    const ended = withOne(first, job(2, 'dead'))
    expect(ended.unseen).toBe(1)
    expect(withAll(ended, [job(2, 'dead'), job(1, 'done')]).unseen).toBe(1)
  })

  it('are active when they run or will soon', () => {
    const now = Date.parse(at)
    expect(isActive(job(1, 'running'), now)).toBe(true)
    expect(isActive(job(1, 'waiting', { run_at: new Date(now + 30_000).toISOString() }), now)).toBe(true)
    expect(isActive(job(1, 'waiting', { run_at: new Date(now + 86_400_000).toISOString() }), now)).toBe(false)
    expect(isActive(job(1, 'done'), now)).toBe(false)
  })
})
