import { beforeEach, expect, it } from 'vitest'
import { sessionStore } from '#console/data/session.ts'
import { newLead } from './new-lead.ts'

function signedInAs(...roles: string[]) {
  const user = { id: 7, ref: '0190', name: 'Sari', email: 'sari@lapangan.test' }
  sessionStore.set({ status: 'signed-in', notice: null, ended: null, session: { token: 't', roles, permissions: [], roleRead: [], user } })
}

beforeEach(() => sessionStore.set({ status: 'guest', session: null, notice: null, ended: null }))

it("a salesperson's new lead is their own", () => {
  signedInAs('Sales')
  expect(newLead()).toEqual({ sales: 7 })
})

it('everybody else begins with Unassigned', () => {
  signedInAs('Admin')
  expect(newLead()).toEqual({ sales: 0 })
})
