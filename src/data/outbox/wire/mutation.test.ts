import { describe, expect, it } from 'vitest'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { ticker } from '#contract/sections/promotion/ticker.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { syncHeaders } from '#contract/sync.ts'
import { type Mutation, mutationRequest } from './mutation.ts'
import { unknownConfig } from './read-config.ts'

const seen = { version: 3, values: {} }
const request = (values: Partial<Mutation>, backOffice = false) =>
  mutationRequest(
    { call: sectionCall(bank, 'update'), section: bank, params: { id: 'r1' }, touches: ['r1'], patch: {}, base: null, ...values },
    { ...unknownConfig, backOffice },
  )

describe('an update', () => {
  it('names every field that it speaks for, cleared ones too, and the version that was seen', () => {
    const { headers, body } = request({ patch: { bank_name: 'BCA', bank_branch: null }, base: seen })
    expect(headers).toMatchObject({ [syncHeaders.mask]: 'bank_name,bank_branch', [syncHeaders.ifMatch]: '"3"' })
    expect(JSON.parse(String(body))).toMatchObject({ bank_name: 'BCA' })
  })

  it('of what was not seen, or not yet on the server, names no version', () => {
    expect(request({ base: null }).headers).not.toHaveProperty(syncHeaders.ifMatch)
    expect(request({ base: { version: null, values: {} } }).headers).not.toHaveProperty(syncHeaders.ifMatch)
  })
})

it('a change that the base contract writes with GET is a POST, which nobody repeats or fetches ahead', () => {
  const { method, url, body } = request({ call: sectionCall(ticker, 'switch.is_active'), section: ticker, params: { id: '7' } })
  expect([method, url, body]).toEqual(['POST', '/console/in/v1/tickers/7/toggle', null])
})

it('a create names neither fields nor a version', () => {
  const { headers } = request({ call: sectionCall(bank, 'create'), params: {}, patch: { bank_name: 'BCA' }, base: seen })
  expect(Object.keys(headers)).toEqual(['Content-Type'])
})

describe('a delete', () => {
  const removal = (base: Mutation['base']) => request({ call: sectionCall(bank, 'remove'), params: {}, touches: ['r1', 'r2', 'r3'], base })

  it('names the version of each of its records in their order, and any of one that was not seen', () => {
    const each = { r3: { version: 7, values: {} }, r1: { version: 3, values: {} }, r2: { version: null, values: {} } }
    const { headers, body } = removal({ version: null, values: {}, each })
    expect(headers[syncHeaders.ifMatch]).toBe('"3", *, "7"')
    expect(body).toBe('{"ids":["r1","r2","r3"]}')
  })

  it('of what was not seen names none', () => {
    for (const base of [null, seen, { ...seen, each: {} }, { ...seen, each: { r1: { version: null, values: {} } } }])
      expect(removal(base).headers).not.toHaveProperty(syncHeaders.ifMatch)
  })
})

it('the back office has paths of its own', () => {
  const lead = { call: sectionCall(leads, 'update'), section: leads }
  expect(request(lead).url).toBe('/crm/in/v1/lead/r1')
  expect(request(lead, true).url).toBe('/crm/in/v1/lead/etf/r1')
  expect(request({ ...lead, section: null }, true).url).toBe('/crm/in/v1/lead/r1')
})
