import { expect, it, vi } from 'vitest'
import { createOrderedQueue } from './ordered-queue.ts'

it('the queue runs one request at a time by order, and each name separately', async () => {
  const acquire = createOrderedQueue()
  const notified: string[] = []
  const inside = new Map<string, number>()
  const work = async (name: string, order: number, pieces: number) => {
    for (let piece = 0; piece < pieces; piece++) {
      const leave = await acquire(name, order)
      inside.set(name, (inside.get(name) ?? 0) + 1)
      await new Promise((resolve) => setImmediate(resolve))
      expect(inside.get(name)).toBe(1)
      inside.set(name, 0)
      leave()
    }
    notified.push(`${name}${order}`)
  }
  await Promise.all([work('a', 2, 3), work('a', 1, 9), work('a', 3, 1), work('b', 4, 2)])
  expect(notified).toEqual(['b4', 'a1', 'a2', 'a3'])
})

it('the queue continues while the oldest request does not enter', async () => {
  const acquire = createOrderedQueue()
  const notified: string[] = []
  const take = async (order: number) => {
    const leave = await acquire('a', order)
    notified.push(`a${order}`)
    return leave
  }
  const leave = await take(1)
  const second = take(2)
  leave()
  const leaveSecond = await second
  const first = take(1)
  expect(notified).toEqual(['a1', 'a2'])
  leaveSecond()
  const leaveFirst = await first
  expect(notified).toEqual(['a1', 'a2', 'a1'])
  leaveFirst()
})

it('a turn ends once, or by its time limit', async () => {
  const acquire = createOrderedQueue()
  const notified: number[] = []
  const take = async (order: number) => {
    const leave = await acquire('a', order)
    notified.push(order)
    return leave
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] })
  const leave = await take(1)
  const [second, third] = [take(2), take(3)]
  leave()
  leave()
  await vi.advanceTimersByTimeAsync(1)
  await second
  expect(notified).toEqual([1, 2])
  await vi.advanceTimersByTimeAsync(120_000)
  await third
  vi.useRealTimers()
  expect(notified).toEqual([1, 2, 3])
})
