import { expect, it } from 'vitest'
import { runSendKills } from './send-kills.ts'

it('a newsletter whose sender is killed loses and doubles nobody, and says who is unknown', async () => {
  const { lost, doubled, invented, miscounted, unknown, inFlight } = await runSendKills({
    url: null,
    newsletters: 1,
    members: 400,
    kills: 2,
    senders: 1,
    delayMs: 20,
    withinMs: 110_000,
  })
  expect({ lost, doubled, invented, miscounted }).toEqual({ lost: [], doubled: [], invented: [], miscounted: [] })
  expect(inFlight).toHaveLength(2)
  expect(unknown.length).toBeLessThanOrEqual(inFlight.reduce((sum, count) => sum + count, 0))
}, 600_000)
