import { expect, it } from 'vitest'
import { defaultVersion, versionState } from './graph-versions.ts'

const at = (address: string, day: string) => versionState(address, new Date(`${day}T05:00:00+07:00`))

it.each([
  ['https://graph.facebook.com/v21.0', '2026-11-28', 54],
  ['https://graph.facebook.com/v21.0/', '2027-01-21', 0],
  ['https://graph.facebook.com/v21.0', '2027-02-01', -11],
  ['https://graph.facebook.com/v25.0', '2026-11-28', 609],
  ['https://graph.facebook.com/v26.0', '2026-11-28', null],
  ['https://graph.facebook.com/v13.0', '2026-11-28', 0],
])('%s on %s has %s days left', (address, day, days) => {
  expect(at(address, day)?.days).toBe(days)
})

it('an address without a version says nothing, and the default has not ended', () => {
  expect([at('http://127.0.0.1:4000', '2026-11-28'), at('https://proxy.example.com/vx', '2026-11-28')]).toEqual([null, null])
  expect(at(`https://graph.facebook.com/${defaultVersion}`, '2026-11-28')).toMatchObject({ endsOn: '2028-07-29' })
})
