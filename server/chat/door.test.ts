import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { watchDoor } from './door.ts'
import { turn } from './together.ts'

it('waits while somebody comes with every turn, and no longer', async () => {
  const server = new EventEmitter()
  const everybodyIsIn = watchDoor(server)
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
  for (let turns = 0; turns < 5; turns++) await turn()
  expect(isIn).toBe(true)
})
