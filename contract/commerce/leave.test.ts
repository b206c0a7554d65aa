import { expect, it } from 'vitest'
import { daysTaken, leaveDays, leaveStatus } from './leave.ts'

const leave = { start: '2026-03-10', end: '2026-03-19' }

it('leaveDays counts both ends', () => {
  expect(leaveDays(leave)).toBe(10)
  expect(leaveDays({ start: '2026-03-10', end: '2026-03-10' })).toBe(1)
})

it.each([
  ['2026-03-09', 'planned', 0],
  ['2026-03-10', 'running', 0],
  ['2026-03-13', 'running', 3],
  ['2026-03-19', 'running', 9],
  ['2026-03-20', 'ended', 10],
  ['2026-04-20', 'ended', 10],
])('on %s it is %s, with %i days taken', (today, status, taken) => {
  expect(leaveStatus(leave, today)).toBe(status)
  expect(daysTaken(leave, today)).toBe(taken)
})

it('a stopped leave stays stopped', () => {
  expect(leaveStatus({ ...leave, stopped_on: '2026-03-13' }, '2026-03-15')).toBe('stopped')
})
