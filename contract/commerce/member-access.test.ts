import { expect, test } from 'vitest'
import { memberAccess } from './member-access.ts'

const emt = { product: 'EMT', type: 'Regular', expires_on: '2026-03-31' }

test('a member is active through the last day, and not on the day after', () => {
  expect(memberAccess([emt], [], '2026-03-31')).toEqual({
    access: 'regular',
    status: 'active',
    products: [{ ...emt, remaining: 0 }],
    remaining: [30, 14, 3],
    ends_on: '2026-03-31',
  })
  expect(memberAccess([emt], [], '2026-04-01')).toMatchObject({
    status: 'expired',
    products: [{ remaining: -1 }],
    remaining: [],
    ends_on: null,
  })
  expect(memberAccess([emt], [], '2026-03-01')).toMatchObject({ products: [{ remaining: 30 }], remaining: [30] })
  expect(memberAccess([], [], '2026-03-01')).toEqual({
    access: 'regular',
    status: 'customer',
    products: [],
    remaining: [],
    ends_on: null,
  })
})

test('leave of the only active product makes the status cuti, from its first day to its last', () => {
  const leave = { product: 'EMT', start: '2026-03-10', end: '2026-03-19' }
  const on = (day: string, more = emt) => memberAccess([emt, more], [leave], day).status
  expect(['2026-03-09', '2026-03-10', '2026-03-19', '2026-03-20'].map((day) => on(day))).toEqual(['active', 'cuti', 'cuti', 'active'])
  expect(on('2026-03-15', { ...emt, product: 'WST' })).toBe('active')
  expect(on('2026-03-15', { ...emt, type: 'VIP' })).toBe('cuti')
})

test('a member is VIP while a VIP account is active, and what ends next is VIP, or Regular that no VIP outlives', () => {
  const vip = { ...emt, type: 'VIP', expires_on: '2026-03-05' }
  expect(memberAccess([emt, vip], [], '2026-03-04')).toMatchObject({ access: 'vip', remaining: [30, 14, 3], ends_on: '2026-03-05' })
  expect(memberAccess([emt, { ...vip, expires_on: '2026-04-30' }], [], '2026-03-30')).toMatchObject({
    remaining: [],
    ends_on: '2026-04-30',
  })
  const wst = { ...emt, product: 'WST', expires_on: '2026-03-20' }
  expect(memberAccess([emt, wst], [], '2026-03-04').ends_on).toBe('2026-03-20')
  expect(memberAccess([emt, vip], [], '2026-03-06')).toMatchObject({ access: 'regular' })
})
