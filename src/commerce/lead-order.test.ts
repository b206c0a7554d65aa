import { expect, it } from 'vitest'
import { givenOf, readPrefill } from '#console/kit/form/values/prefill.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { orderOfLead } from './lead-order.tsx'

const stored = { id: 7, ref: '0190e6b0-0000-7000-8000-000000000007', version: 2 }
const lead = { ...stored, name: 'Sari', phone: '628120001', email: null, sales: 3, campaign_id: 5, created_at: '', created_by: null }
const row = { ...lead, updated_at: '', updated_by: null }
const begins = (search: Record<string, string>) =>
  readPrefill(transaction, givenOf(transaction, { fr: 'leads', ...search }, true), { roles: [], permissions: ['create transaction'] })

it('an order of a lead begins with its customer, salesperson, campaign and source', () => {
  expect(begins(orderOfLead(row, null))).toEqual({
    customer: { name: 'Sari', phone: '628120001', email: '' },
    lead_id: 7,
    source: 'lead',
    sales: 3,
    campaign_id: 5,
  })
})

it('an order of a lead who is a member names the member, and one of nobody names no salesperson', () => {
  expect(begins(orderOfLead({ ...row, sales: 0, campaign_id: null }, 12))).toEqual({ member_id: 12, lead_id: 7, source: 'lead' })
})

it('an order of a lead that waits names it by its ref', () => {
  expect(orderOfLead({ ...row, id: 0 }, null).lead_id).toBe(stored.ref)
})
