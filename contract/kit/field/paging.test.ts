import { expect, it } from 'vitest'
import { errorStatus, isRetryable } from './errors.ts'
import { emptyPage, page } from './paging.ts'

it('the paging envelope counts pages and marks the last one', () => {
  expect(page(['a'], 1, 10, 21)).toEqual({ data: ['a'], current_page: 1, page_size: 10, next_page: 2, total_page: 3, total_record: 21 })
  expect(page(['a'], 3, 10, 21).next_page).toBe(0)
  expect(page(['a'], 2, 10, 20)).toMatchObject({ next_page: 0, total_page: 2 })
  expect(emptyPage()).toEqual({ data: [], current_page: 1, page_size: 10, next_page: 0, total_page: 0, total_record: 0 })
})

it('only errors that may pass are retryable (docs/offline.md#what-happens-on-each-answer)', () => {
  for (const status of [408, 409, 425, 429, 500, 502, 503]) expect(isRetryable(status)).toBe(true)
  const final = [
    errorStatus.malformed,
    errorStatus.unauthenticated,
    errorStatus.forbidden,
    errorStatus.not_found,
    errorStatus.stale,
    errorStatus.too_large,
    errorStatus.invalid,
  ]
  for (const status of [200, ...final]) expect(isRetryable(status)).toBe(false)
})
