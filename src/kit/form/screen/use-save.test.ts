import { expect, it } from 'vitest'
import { bank } from '#contract/sections/settings/bank.ts'
import { recommendation } from '#contract/sections/stock/recommendation.ts'
import { toSubmission } from './use-save.ts'

const record = {
  id: 7,
  ref: '0190a000-0000-7000-8000-000000000007',
  version: 3,
  created_at: '2026-01-01T00:00:00Z',
  created_by: null,
  updated_at: '2026-01-01T00:00:00Z',
  updated_by: null,
  bank_name: 'BCA',
  account_number: '12345',
  account_holder: 'PT A',
  bank_branch: 'Bogor',
  company_code: 'EMT',
  is_active: true,
}

it('a new record is sent completely', () => {
  expect(toSubmission(bank, null, { bank_name: 'BCA' })).toMatchObject({
    call: { name: 'bank.create' },
    patch: { bank_name: 'BCA' },
    label: 'BCA',
  })
})

it('a change is sent as the field, its base value, and the version', () => {
  expect(toSubmission(bank, record, { ...record, bank_branch: 'Depok' })).toMatchObject({
    call: { name: 'bank.update' },
    params: { id: record.ref },
    touches: [record.ref],
    patch: { bank_branch: 'Depok' },
    base: { version: 3, values: { bank_branch: 'Bogor' } },
  })
})

it('an unchanged record is not sent', () => {
  expect(toSubmission(bank, record, record)).toBeNull()
})

it('a record whose path names its kind is sent to the path of that kind', () => {
  expect(toSubmission(recommendation, null, { kind: 'sell', stock_id: 1 })).toMatchObject({
    call: { name: 'recommendation.create.sell', method: 'POST', path: '/emitten/in/v1/stock-picks/sell' },
  })
  const pick = { ...record, kind: 'hold-buy', stop_loss: 900 }
  expect(toSubmission(recommendation, pick, { ...pick, stop_loss: 950 })).toMatchObject({
    call: { name: 'recommendation.update.hold-buy', method: 'PUT', path: '/emitten/in/v1/stock-picks/hold-buy/{id}' },
    patch: { stop_loss: 950 },
  })
})
