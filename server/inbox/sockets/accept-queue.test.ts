import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { yieldToEventLoop } from '#server/platform/core/event-loop.ts'
import { watchAcceptQueue } from './accept-queue.ts'

it('watchAcceptQueue waits while each iteration has a new connection, and no longer', async () => {
  const server = new EventEmitter()
  const everybodyIsIn = watchAcceptQueue(server)
  let came = 0
  const come = () => {
    came += 1
    server.emit('connection')
    if (came < 50) setImmediate(come)
  }
  come()
  await everybodyIsIn()
  expect(came).toBe(50)
  let isIn = false
  void everybodyIsIn().then(() => {
    isIn = true
  })
  for (let ticks = 0; ticks < 5; ticks++) await yieldToEventLoop()
  expect(isIn).toBe(true)
})
