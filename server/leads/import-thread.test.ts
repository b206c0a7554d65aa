import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { readInThread } from './import-thread.ts'

/** Threads that answer when they are told to. */
const threads = vi.hoisted(() => ({ started: [] as { emit(event: string, answer: unknown): boolean }[] }))

vi.mock('node:worker_threads', () => ({
  Worker: class extends EventEmitter {
    constructor() {
      super()
      threads.started.push(this)
    }
    terminate = () => undefined
  },
}))

it('reads two files at the same time, and the others after them', async () => {
  const request = {
    bytes: new Uint8Array(),
    mapping: null,
    names: { campaign: {}, sales: {} },
    campaign: null,
    mayAssign: null,
  }
  const answer = { ok: false, code: 'damaged', message: 'x' }
  const asked = [1, 2, 3, 4].map(() => readInThread(request))
  expect(threads.started).toHaveLength(2)
  threads.started[0]?.emit('message', answer)
  expect(await asked[0]).toEqual(answer)
  await vi.waitFor(() => expect(threads.started).toHaveLength(3))
  for (const at of [1, 2]) threads.started[at]?.emit('message', answer)
  await vi.waitFor(() => expect(threads.started).toHaveLength(4))
  threads.started[3]?.emit('message', answer)
  expect(await Promise.all(asked)).toEqual([answer, answer, answer, answer])
})
