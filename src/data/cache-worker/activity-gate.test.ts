import { expect, it } from 'vitest'
import { createActivityGate } from './activity-gate.ts'

function clock() {
  let time = 0
  const doings: { at: number; act: () => void }[] = []
  const sleep = async (ms: number) => {
    time += ms
    for (const doing of doings) if (doing.at <= time) doing.act()
  }
  return { now: () => time, sleep, doings }
}

const signal = new AbortController().signal

it('waits for a second and a half without an act, and twenty at most', async () => {
  const { now, sleep, doings } = clock()
  const aside = createActivityGate(now, sleep)
  await aside.whenIdle(signal)
  expect(now(), 'nobody has acted').toBe(0)
  aside.onActivity()
  await aside.whenIdle(signal)
  expect(now()).toBe(1_500)
  doings.push({ at: 0, act: aside.onActivity })
  aside.onActivity()
  await aside.whenIdle(signal)
  expect(now(), 'somebody who never rests').toBe(21_500)
})

it('waits no longer once it is stopped', async () => {
  const { now, sleep, doings } = clock()
  const controller = new AbortController()
  const aside = createActivityGate(now, sleep)
  aside.onActivity()
  doings.push({ at: 300, act: () => controller.abort() })
  await aside.whenIdle(controller.signal)
  expect(now()).toBe(300)
})
