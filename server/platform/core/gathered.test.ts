import { expect, it } from 'vitest'
import { gathered } from './gathered.ts'

it('gathered work runs once for all who come at once, in order, and again for those who come meanwhile', async () => {
  const runs: number[][] = []
  const double = gathered(async (items: readonly number[]) => {
    runs.push([...items])
    return items.map((each) => each * 2)
  }, 3)
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8])
  expect(await double(5)).toBe(10)
  expect(runs).toEqual([[1, 2, 3], [4], [5]])
})

it('an item that fails fails alone', async () => {
  const check = gathered(async (items: readonly number[]) => {
    if (items.includes(2)) throw new Error('two')
    return items.map(String)
  })
  const results = await Promise.allSettled([1, 2, 3].map(check))
  expect(results.map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason)))).toEqual(['1', 'Error: two', '3'])
})
