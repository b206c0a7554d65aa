import { expect, it } from 'vitest'
import { runPushKills } from './push-kills.ts'

/** Milliseconds: three starts of a whole server on a busy machine. */
const patience = 240_000

it('a push that is killed twice in the middle reaches every phone once', { timeout: patience }, async () => {
  const report = await runPushKills({ pushes: 3_000, kills: 2, server: { fromSources: true }, within: patience })
  expect(report).toMatchObject({ lost: 0, doubled: 0, status: 'sent', counted: 3_000 })
  // At most what was in flight and not stored at each kill: a batch.
  expect(report.repeated).toBeLessThanOrEqual(2 * 200)
})
