import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { createThreadReader } from './read-thread.ts'

/** A thread that responds on command. */
class TestThread extends EventEmitter {
  readonly terminate = async () => 0
}

it('the thread reader reads two files at a time, and others later', async () => {
  const started: TestThread[] = []
  const read = createThreadReader(() => {
    const thread = new TestThread()
    started.push(thread)
    return thread
  })
  const request = { bytes: new Uint8Array() }
  const result = { ok: false, code: 'damaged', message: 'x' }
  const results = [1, 2, 3, 4].map(() => read(request))
  expect(started).toHaveLength(2)
  started[0]?.emit('message', result)
  expect(await results[0]).toEqual(result)
  await vi.waitFor(() => expect(started).toHaveLength(3))
  for (const at of [1, 2]) started[at]?.emit('message', result)
  await vi.waitFor(() => expect(started).toHaveLength(4))
  started[3]?.emit('message', result)
  expect(await Promise.all(results)).toEqual([result, result, result, result])
})
