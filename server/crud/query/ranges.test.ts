import { expect, it } from 'vitest'
import { momentRange } from './ranges.ts'

it('a range of moments is read in UTC, a day as the whole day in WIB', () => {
  expect(momentRange('2026-03-02', '2026-03-02')).toEqual({ from: '2026-03-01T17:00:00.000Z', to: '2026-03-02T17:00:00.000Z', open: true })
  expect(momentRange('2026-03-02T10:00:00+15:59')).toEqual({ from: '2026-03-01T18:01:00.000Z', open: false })
})

it.each(['+16:00', '-16:00', '+23:59', '+99:99', '+15:60'])('a range of moments takes no offset of %s', (offset) => {
  expect(momentRange(`2026-03-02T10:00:00${offset}`)).toBeNull()
  expect(momentRange('2026-03-01', `2026-03-02T10:00:00${offset}`)).toBeNull()
})
