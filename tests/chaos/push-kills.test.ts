import { expect, it } from 'vitest'
import { runPushKills } from './push-kills.ts'

/** Milliseconds: three starts of a process on a busy machine. */
const patience = 120_000

it('a push that is killed twice in the middle reaches every phone once', { timeout: patience }, async () => {
  const report = await runPushKills({ pushes: 1_500, kills: 2, by: 'sender', within: patience })
  expect(report).toMatchObject({ lost: 0, doubled: 0, status: 'sent', counted: 1_500 })
  // At most what was in flight and not stored at each kill: a batch.
  expect(report.repeated).toBeLessThanOrEqual(2 * 200)
})
