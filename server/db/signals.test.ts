import { expect, it } from 'vitest'
import { openDatabase } from './open.ts'
import { signals, signalsLost } from './signals.ts'

it('a listener learns once of what was lost with a connection, and not of what this process sent itself', async () => {
  const database = await openDatabase({ memory: true })
  const received: string[] = []
  let deliver: (message: string | null) => void = () => undefined
  const { listen, notify } = signals(database.db, async (_, listener) => {
    deliver = listener
  })
  await listen('things', (payload) => received.push(payload))
  deliver('another-process lemari')
  deliver(null)
  await notify(database.db, 'things', 'kursi')
  expect(received).toEqual(['lemari', signalsLost, 'kursi'])
  await database.close()
})
