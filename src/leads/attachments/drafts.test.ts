import { afterEach, expect, test, vi } from 'vitest'
import { attachDrafts } from './drafts.ts'

vi.mock(import('#console/data/cache/draft-files.ts'), async (original) => ({
  ...(await original()),
  readDraftFiles: () => new Promise<never>(() => undefined),
}))

afterEach(() => void vi.useRealTimers())

test('a saved lead is not held up by a database that does not say which files were chosen', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const attached = attachDrafts('0190a000-0000-7000-8000-000000000007')
  await vi.advanceTimersByTimeAsync(3_500)
  await expect(attached).resolves.toBeUndefined()
})
