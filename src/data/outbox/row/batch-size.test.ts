import { expect, test } from 'vitest'
import { testRow } from '#tests/support/test-row.ts'
import { createBatchSize } from './batch-size.ts'

test('a request is halved when one fails, down to one row, and doubled when one works, up to 100', () => {
  const size = createBatchSize()
  const max = () => size.capacity().max
  expect(max()).toBe(100)
  size.failed(30)
  expect(max()).toBe(15)
  size.worked()
  expect(max()).toBe(30)
  for (const rows of [30, 15, 7, 3]) size.failed(rows)
  expect(max()).toBe(1)
  size.failed(1)
  expect(max()).toBe(1)
  for (let i = 0; i < 8; i++) size.worked()
  expect(max()).toBe(100)
})

test('a late failure of a larger request makes no request larger', () => {
  const size = createBatchSize()
  size.failed(10)
  size.failed(80)
  expect(size.capacity().max).toBe(5)
})

test('without a call for many every row goes by itself, however many worked', () => {
  const size = createBatchSize()
  size.sendOnlySingly()
  expect(size.capacity().max).toBe(1)
  size.worked()
  expect(size.capacity().max).toBe(1)
})

test('rows with files, those of a plain server and those named go by themselves', () => {
  const size = createBatchSize()
  const isSingle = (row: Parameters<typeof testRow>[0]) => size.capacity().isSingle(testRow(row))
  size.sendSingly('long')
  expect(isSingle({ seq: 1 })).toBe(false)
  expect(isSingle({ seq: 1, id: 'long' })).toBe(true)
  expect(isSingle({ seq: 1, plain: 'repeatable' })).toBe(true)
  expect(isSingle({ seq: 1, files: [{ field: 'photo', key: 'k', name: 'a.png', size: 1, type: 'image/png' }] })).toBe(true)
})
