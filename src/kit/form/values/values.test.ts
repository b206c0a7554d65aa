import { describe, expect, it } from 'vitest'
import { securityLog } from '#contract/sections/auth/security-log.ts'
import { user } from '#contract/sections/auth/user.ts'
import { forYou, noEnd } from '#contract/sections/content/for-you.ts'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { changedFields, clean, startValues } from './values.ts'

const stored = {
  bank_name: 'BCA',
  account_number: '12345',
  account_holder: 'PT A',
  bank_branch: 'Bogor',
  company_code: 'EMT',
  is_active: false,
}

describe('the initial values of a form', () => {
  it("are the section's defaults for a new record", () => {
    expect(startValues(bank.fields, null)).toMatchObject({ bank_name: '', company_code: 'EMT', is_active: true })
  })

  it('have no date for the marker of no date, and never a secret', () => {
    expect(startValues(forYou.fields, { campaign_end: noEnd }).campaign_end).toBe('')
    expect(startValues(user.fields, { password: 'hush' }).password).toBe('')
  })

  it('have read-only fields only where a record is viewed', () => {
    expect(startValues(securityLog.fields, { event: 'sign-in' })).toEqual({})
    expect(startValues(securityLog.fields, { event: 'sign-in' }, true)).toMatchObject({ event: 'sign-in', address: '' })
  })
})

describe('the changed fields of a save', () => {
  it('are empty when nothing changed', () => {
    expect(changedFields(bank.fields, stored, clean(startValues(bank.fields, stored)) as Record<string, unknown>)).toEqual({})
  })

  it('are the changed fields alone', () => {
    expect(changedFields(bank.fields, stored, { ...stored, bank_branch: 'Depok', is_active: true })).toEqual({
      bank_branch: 'Depok',
      is_active: true,
    })
  })

  it('have null for a cleared field, and an empty list for a list', () => {
    const record = { name: 'A', channel: 'ads', status: 'active', start: '2026-01-01', budget: 5, sales: [{ ref: 'x', sales_id: 1 }] }
    expect(changedFields(campaign.fields, record, { ...record, budget: undefined, sales: [] })).toEqual({ budget: null, sales: [] })
  })

  it('include a change inside a nested row', () => {
    const record = { name: 'A', channel: 'ads', status: 'active', start: '2026-01-01', sales: [{ ref: 'x', sales_id: 1 }] }
    expect(changedFields(campaign.fields, record, { ...record, sales: [{ ref: 'x', sales_id: 2 }] })).toEqual({
      sales: [{ ref: 'x', sales_id: 2 }],
    })
  })

  it('omit a secret that was not typed', () => {
    expect(changedFields(user.fields, { name: 'A' }, { name: 'A', password: '' })).toEqual({})
    expect(changedFields(user.fields, { name: 'A' }, { name: 'A', password: 'long enough one' })).toEqual({ password: 'long enough one' })
  })
})

it('have no empty texts at any depth, and unchanged files', () => {
  const file = { name: 'a.png', size: 1, type: 'image/png', content: new Blob(['']), width: 3 }
  expect(clean({ a: '', b: [{ c: '', d: 1 }], file })).toEqual({ b: [{ d: 1 }], file })
})
