import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { isInSight, reportVisible, startVisibleConsoles } from './visible-consoles.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await testPlatform()
  await startVisibleConsoles(test.platform)
})
afterAll(() => test.close())
afterEach(() => vi.useRealTimers())

/** Outcome so far; null while it is waited for. */
async function asked(jti: string, since = Date.now()): Promise<{ outcome: boolean | null }> {
  const found: { outcome: boolean | null } = { outcome: null }
  void isInSight(test.platform, jti, since).then((outcome) => {
    found.outcome = outcome
  })
  await Promise.resolve()
  await Promise.resolve()
  return found
}

const say = (jti: string, seat: string, isVisible: boolean) => reportVisible(test.platform, jti, seat, isVisible)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a device', () => {
  it('without a console in sight is not waited for', async () => {
    vi.useFakeTimers()
    const jti = randomUUID()
    await say(randomUUID(), 'a', true)
    await say(jti, 'a', true)
    await say(jti, 'a', false)
    expect((await asked(jti)).outcome).toBe(false)
  })

  it('whose console said so after the message gets nothing, also where that came before the question', async () => {
    vi.useFakeTimers()
    const jti = randomUUID()
    const since = Date.now()
    await say(jti, 'a', true)
    await pass(1_000)
    expect((await asked(jti, since)).outcome).toBe(true)
  })

  it.each([
    ['closed', 0],
    ['closed', 4_999],
    ['suspended', 5_000],
  ] as const)('whose console said so just before the message, and is %s within %i ms, is alerted then', async (end, ms) => {
    vi.useFakeTimers()
    const jti = randomUUID()
    await say(jti, 'a', true)
    await pass(1)
    const found = await asked(jti)
    await pass(ms)
    if (end === 'closed') {
      expect(found.outcome).toBe(null)
      await say(jti, 'a', false)
      await pass(0)
    }
    expect(found.outcome).toBe(false)
  })

  it('whose console says so after the message gets nothing', async () => {
    vi.useFakeTimers()
    const jti = randomUUID()
    await say(jti, 'a', true)
    await pass(20_000)
    const found = await asked(jti)
    await pass(4_999)
    expect(found.outcome).toBe(null)
    await say(jti, 'a', true)
    await pass(0)
    expect(found.outcome).toBe(true)
  })

  it('that was suspended without a word is alerted after 5 s', async () => {
    vi.useFakeTimers()
    const jti = randomUUID()
    await say(jti, 'a', true)
    await pass(20_000)
    const found = await asked(jti)
    await pass(5_000)
    expect(found.outcome).toBe(false)
  })

  it('whose last console goes is alerted at once, and not while another one is there', async () => {
    vi.useFakeTimers()
    const jti = randomUUID()
    await say(jti, 'a', true)
    await say(jti, 'b', true)
    await pass(20_000)
    const found = await asked(jti)
    await say(jti, 'a', false)
    await pass(0)
    expect(found.outcome).toBe(null)
    await say(jti, 'b', false)
    await pass(0)
    expect(found.outcome).toBe(false)
  })

  it('that said nothing for long is not waited for: its process may have ended', async () => {
    vi.useFakeTimers()
    const jti = randomUUID()
    await say(jti, 'a', true)
    await pass(40_001)
    expect((await asked(jti)).outcome).toBe(false)
  })

  it.each(['', 'nonsense', '[]', '["a"]', '{"a":1}', '["a","b","yes"]', 'null'])(
    'is not forgotten by a broken signal: %s',
    async (signal) => {
      const [jti, since] = [randomUUID(), Date.now()]
      await say(jti, 'a', true)
      await test.platform.database.notify(test.platform.database.db, 'visible-consoles', signal)
      expect((await asked(jti, since)).outcome).toBe(true)
    },
  )
})
