import { expect, it } from 'vitest'
import { describeFailure, fuzz } from './run.ts'

/** Guards against hangs: `npm run fuzz` measures speed on an idle machine. */
const longest = 20_000

it('the API responds validly to 500 hostile requests', { timeout: 600_000 }, async () => {
  const { failures, statuses } = await fuzz({ cases: 500, seed: 78, longest })
  expect(failures.map(describeFailure)).toEqual([])
  for (const status of [200, 400, 401, 404, 422]) expect(statuses.get(status), `answers ${status}`).toBeGreaterThan(2)
  expect(statuses.get(201)).toBeGreaterThan(0)
})
