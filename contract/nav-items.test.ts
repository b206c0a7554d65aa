import { expect, it } from 'vitest'
import { passes, rootPermissions } from './kit/permission.ts'
import { navItems } from './nav-items.ts'
import { publicPages } from './public-pages.ts'

const nav = await navItems()

const groupOf = (name: string) => nav.find((item) => item.name === name)?.group

it('has the numbers of WhatsApp under Other', () => {
  expect([groupOf('whatsapp-number'), groupOf('bank')]).toEqual(['other', 'settings'])
})

it('shows the security log to Root alone, under Auth', () => {
  const gate = nav.find((item) => item.name === 'security-log')?.gate
  const others = rootPermissions().filter((permission) => permission !== 'get security-log')
  expect(groupOf('security-log')).toBe('auth')
  expect([rootPermissions(), others].map((permissions) => passes(gate, { roles: [], permissions }))).toEqual([true, false])
})

it('has no section where the API serves a page of its own', () => {
  expect(nav.filter(({ name }) => publicPages.some((page) => page === name))).toEqual([])
})
