import { beforeEach, expect, it } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { getOwnSales } from './own-sales.ts'

function signedInAs(...roles: string[]) {
  const user = { id: 7, ref: '0190', name: 'Sari', email: 'sari@lapangan.test' }
  sessionStore.set({ status: 'signed-in', notice: null, ended: null, session: { token: 't', roles, permissions: [], roleRead: [], user } })
}

beforeEach(() => sessionStore.set({ status: 'guest', session: null, notice: null, ended: null }))

it('what a salesperson adds is their own', () => {
  signedInAs('Sales')
  expect(getOwnSales()).toBe(7)
})

it("what anybody else adds is nobody's", () => {
  signedInAs('Admin')
  expect(getOwnSales()).toBe(0)
})
