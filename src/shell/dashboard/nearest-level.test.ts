import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { nearestLevel } from './nearest-level.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
  await loadMessages('dashboard')
})
afterAll(() => vi.unstubAllGlobals())

it.each([
  [5600, 'near target Rp 5,650'],
  [5650, 'near target Rp 5,650'],
  [5700, 'above target Rp 5,650'],
  [5000, null],
  [4750, 'near stop Rp 4,700'],
  [4650, 'below stop Rp 4,700'],
])('a close of %i is told by the level that it is near, or past', (current_price, words) => {
  const life = { state: 'entered', targets: [{ price: 5650 }, { price: 6200 }], stop: 4700 }
  expect(nearestLevel({ current_price, life })).toBe(words)
})

it('a target that was reached is no longer told', () => {
  const life = { state: 'entered', targets: [{ price: 6200 }], stop: 4700 }
  const row = { current_price: 6100, target_price: [{ price: 6000 }, { price: 6200 }], life }
  expect(nearestLevel(row)).toBe('near target Rp 6,200')
})
