import { describe, expect, test, vi } from 'vitest'
import type { Pass } from './drain.ts'
import { createRunner } from './runner.ts'

const done: Pass = { ended: 'done', again: null, waiting: 0 }

/** A runner whose passes and clock are in the hands of the test. */
function open(answer: () => Promise<Pass> | Pass = () => done) {
  const timers: { milliseconds: number; work: () => void; isOff: boolean }[] = []
  const queue = { hasten: vi.fn(async () => undefined) }
  const drain = vi.fn(async () => answer())
  const after = (milliseconds: number, work: () => void) => {
    const timer = { milliseconds, work, isOff: false }
    timers.push(timer)
    return () => {
      timer.isOff = true
    }
  }
  const runner = createRunner({ queue, drain, after })
  const settle = () => vi.waitFor(() => expect(drain.mock.results.every(({ type }) => type !== 'incomplete')).toBe(true))
  const pass = async () => {
    runner.wake()
    await settle()
    await new Promise((end) => setImmediate(end))
  }
  return { runner, queue, drain, timers, pass }
}

describe('a wake-up', () => {
  test('runs one pass, and during a pass one more behind it', async () => {
    let end = (_: Pass) => {}
    const { runner, drain } = open(() => new Promise<Pass>((resolve) => (end = resolve)))
    runner.wake()
    runner.wake()
    runner.wake()
    await vi.waitFor(() => expect(drain).toHaveBeenCalledTimes(1))
    end(done)
    await vi.waitFor(() => expect(drain).toHaveBeenCalledTimes(2))
    end(done)
    await new Promise((next) => setImmediate(next))
    expect(drain).toHaveBeenCalledTimes(2)
  })

  test('ends the pauses of rows only when the network is back, once', async () => {
    const { runner, queue, drain, pass } = open()
    await pass()
    expect(queue.hasten).not.toHaveBeenCalled()
    runner.wake(true)
    await vi.waitFor(() => expect(drain).toHaveBeenCalledTimes(2))
    expect(queue.hasten).toHaveBeenCalledTimes(1)
    expect(queue.hasten.mock.invocationCallOrder[0]).toBeLessThan(drain.mock.invocationCallOrder[1] ?? 0)
    await new Promise((next) => setImmediate(next))
    await pass()
    expect(queue.hasten).toHaveBeenCalledTimes(1)
  })

  test('with the network during a pass holds for the pass behind it, whatever wakes it next', async () => {
    let end = (_: Pass) => {}
    const { runner, queue, drain } = open(() => new Promise<Pass>((resolve) => (end = resolve)))
    runner.wake()
    await vi.waitFor(() => expect(drain).toHaveBeenCalledTimes(1))
    runner.wake(true)
    runner.wake()
    end(done)
    await vi.waitFor(() => expect(drain).toHaveBeenCalledTimes(2))
    expect(queue.hasten).toHaveBeenCalledTimes(1)
  })
})

describe('after a pass', () => {
  test.for([
    [{ ended: 'done', again: 8_000, waiting: 1 }, [8_000]],
    [{ ended: 'done', again: 3, waiting: 1 }, [50]],
    [{ ended: 'done', again: null, waiting: 1 }, []],
    [{ ended: 'blocked', again: 8_000, waiting: 1 }, []],
    [{ ended: 'busy', again: 8_000, waiting: 2 }, [15_000]],
    [{ ended: 'busy', again: 8_000, waiting: 0 }, []],
  ] as const)('that ended as %o the next comes in %o ms', async ([ended, pauses]) => {
    const { timers, pass } = open(() => ended)
    await pass()
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual(pauses)
  })

  test('the next comes when its time is over, and an earlier one calls it off', async () => {
    const { timers, drain, pass } = open(() => ({ ended: 'done', again: 8_000, waiting: 1 }))
    await pass()
    await pass()
    expect(timers.map(({ isOff }) => isOff)).toEqual([true, false])
    timers[1]?.work()
    await vi.waitFor(() => expect(drain).toHaveBeenCalledTimes(3))
  })

  test('that failed the next comes by itself, because what waits is still there', async () => {
    const { timers, drain, pass } = open(() => Promise.reject(new Error('no room')))
    await pass()
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([15_000])
    await pass()
    expect(drain).toHaveBeenCalledTimes(2)
  })

  test('nothing runs once it was stopped: no wake-up, no pause, no pass behind one', async () => {
    let end = (_: Pass) => {}
    const { runner, drain, timers } = open(() => new Promise<Pass>((resolve) => (end = resolve)))
    runner.wake()
    await vi.waitFor(() => expect(drain).toHaveBeenCalledTimes(1))
    runner.stop()
    end({ ended: 'done', again: 8_000, waiting: 1 })
    await new Promise((next) => setImmediate(next))
    runner.wake()
    await new Promise((next) => setImmediate(next))
    expect([drain.mock.calls.length, timers.length]).toEqual([1, 0])
    const waiting = open(() => ({ ended: 'done', again: 8_000, waiting: 1 }))
    await waiting.pass()
    waiting.runner.stop()
    expect(waiting.timers.map(({ isOff }) => isOff)).toEqual([true])
  })
})
