import { expect, it } from 'vitest'
import { batchCalls, perYield } from './batch-calls.ts'

it('batchCalls returns each result to its caller, with one call per batch', async () => {
  const groups: number[][] = []
  let release = () => {}
  const double = batchCalls(async (items: readonly number[]) => {
    groups.push([...items])
    if (groups.length === 1)
      await new Promise<void>((done) => {
        release = done
      })
    return items.map((one) => one * 2)
  })
  const first = [double(1), double(2)]
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  const second = [double(3), double(4), double(5)]
  release()
  expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6, 8, 10])
  expect(groups).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
})

it('a failed batch rejects its callers, and no later ones', async () => {
  const fair = batchCalls(async (items: readonly string[]) => {
    if (items.includes('bad')) throw new Error('no')
    return items
  })
  const [bad, beside] = await Promise.allSettled([fair('bad'), fair('beside')])
  expect([bad?.status, beside?.status]).toEqual(['rejected', 'rejected'])
  expect(await fair('after')).toBe('after')
})

it('batchCalls yields to other work before resolving the last callers', async () => {
  const ask = batchCalls(async (items: readonly number[]) => items)
  let ticks = 0
  let isOver = false
  const look = () => {
    ticks += 1
    if (!isOver) setImmediate(look)
  }
  const seen: number[] = []
  await Promise.all(
    Array.from({ length: 4 * perYield }, async (_, n) => {
      await ask(n)
      if (n === 0) look()
      seen.push(ticks)
    }),
  )
  isOver = true
  expect(seen[0]).toBeLessThanOrEqual(1)
  expect(seen.at(-1)).toBeGreaterThanOrEqual(3)
})

it('a batch has so many items at most', async () => {
  const runs: number[][] = []
  const double = batchCalls(
    async (items: readonly number[]) => {
      runs.push([...items])
      return items.map((each) => each * 2)
    },
    { max: 3 },
  )
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8])
  expect(await double(5)).toBe(10)
  expect(runs).toEqual([[1, 2, 3], [4], [5]])
})

it('an item that fails fails alone where a batch splits', async () => {
  const check = batchCalls(
    async (items: readonly number[]) => {
      if (items.includes(2)) throw new Error('two')
      return items.map(String)
    },
    { splits: true },
  )
  const results = await Promise.allSettled([1, 2, 3].map(check))
  expect(results.map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason)))).toEqual(['1', 'Error: two', '3'])
})
