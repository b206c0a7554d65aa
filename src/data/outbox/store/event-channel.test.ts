import { expect, test, vi } from 'vitest'
import type { PostedEvent } from '../row/event.ts'
import { openEventChannel } from './event-channel.ts'

const sending: PostedEvent = { kind: 'sending', id: 'one', percent: 5 }

test('an event reaches its own tab at once and every other tab of the same person, and nobody after the end', async () => {
  const [own, other, foreign] = [vi.fn(), vi.fn(), vi.fn()]
  const from = openEventChannel('sari', own)
  const to = openEventChannel('sari', other)
  const stranger = openEventChannel('budi', foreign)
  from.publish(sending)
  expect(own).toHaveBeenCalledExactlyOnceWith(sending)
  await vi.waitFor(() => expect(other).toHaveBeenCalledExactlyOnceWith(sending))
  from.close()
  from.publish(sending)
  expect(own).toHaveBeenCalledTimes(1)
  expect(foreign).not.toHaveBeenCalled()
  to.close()
  stranger.close()
})

test('what a console of before posts is not read', async () => {
  const listener = vi.fn()
  const channel = openEventChannel('sari', listener)
  const old = new BroadcastChannel('lapangan-outbox')
  old.postMessage({ owner: 'sari', id: 'one', percent: 5 })
  old.postMessage({ owner: 'sari', event: sending })
  await vi.waitFor(() => expect(listener).toHaveBeenCalledExactlyOnceWith(sending))
  old.close()
  channel.close()
})
