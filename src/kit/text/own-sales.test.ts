import { beforeEach, expect, it } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { getOwnSales } from './own-sales.ts'

function signedInAs(...roles: string[]) {
  const user = { id: 7, ref: '0190', name: 'Sari', email: 'sari@lapangan.test' }
  sessionStore.set({ status: 'signed-in', notice: null, ended: null, session: { token: 't', roles, permissions: [], roleRead: [], user } })
}

beforeEach(() => sessionStore.set({ status: 'guest', session: null, notice: null, ended: null }))

it("getOwnSales returns a salesperson's own id", () => {
  signedInAs('Sales')
  expect(getOwnSales()).toBe(7)
})

it('getOwnSales returns 0 for anybody else', () => {
  signedInAs('Admin')
  expect(getOwnSales()).toBe(0)
})
