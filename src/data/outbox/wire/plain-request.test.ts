import { expect, it } from 'vitest'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { user } from '#contract/sections/auth/user.ts'
import { ticker } from '#contract/sections/promotion/ticker.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { type PlainMutation, plainRequest, wholeRecord } from './plain-request.ts'
import { unknownConfig } from './read-config.ts'

const request = (values: Partial<PlainMutation>, backOffice = false) =>
  plainRequest(
    { call: sectionCall(bank, 'create'), section: bank, params: {}, touches: [], patch: {}, ...values },
    { ...unknownConfig, backOffice },
  )

it('a request names records by numbers alone, and makes none under a ref', () => {
  expect(JSON.parse(String(request({ patch: { ref: 'r1', bank_name: 'BCA', account_number: '123' } }).body))).toEqual({
    bank_name: 'BCA',
    account_number: '123',
  })
  const body = (patch: Record<string, unknown>) => JSON.parse(String(request({ patch }).body))
  expect(body({ id: '7', ids: ['7', 'r8'], from: '1', to: 'x' })).toEqual({ id: 7, ids: [7, 'r8'], from: 1, to: 'x' })
  expect(body({ id: '1234567890123456' })).toEqual({ id: '1234567890123456' })
})

it('a change that the base contract writes with GET stays one', () => {
  expect(request({ call: sectionCall(ticker, 'switch.is_active'), section: ticker, params: { id: '7' } }).method).toBe('GET')
})

it('the back office has paths of its own', () => {
  const lead = { call: sectionCall(leads, 'update'), section: leads, params: { id: '7' } }
  expect(request(lead).url).toBe('/crm/in/v1/lead/7')
  expect(request(lead, true).url).toBe('/crm/in/v1/lead/etf/7')
  expect(request({ ...lead, section: null }, true).url).toBe('/crm/in/v1/lead/7')
})

it('a whole record has every field that a person writes and the server told, without secrets, and the change over it', () => {
  const record = { bank_name: 'BCA', bank_branch: null, id: 7, created_at: 'x' }
  expect(wholeRecord(bank, record, { bank_name: 'BNI' })).toEqual({ bank_name: 'BNI', bank_branch: null })
  expect(wholeRecord(user, { name: 'Sari', password: 'x' }, {})).toEqual({ name: 'Sari' })
  expect(wholeRecord(leads, { name: 'Budi', campaign_name: 'Mei' }, {})).toEqual({ name: 'Budi' })
})
