import { describe, expect, it } from 'vitest'
import { event } from '#contract/sections/product/event.ts'
import { payBody } from '#contract/sections/sales/transaction.ts'
import { startCallValues } from './start-call-values.ts'

const visibility = { visibility: event.fields.visibility }

describe("the initial values of a call's form", () => {
  it('begin with what the record has', () => {
    expect(startCallValues(visibility, { visibility: 'publish' })).toEqual({ visibility: 'publish' })
    expect(startCallValues(payBody, { payment_status: 'expired', bank: 2 })).toMatchObject({ payment_status: 'expired', bank: 2 })
  })

  it('begin with the initial choice where the call does not offer that of the record', () => {
    expect(startCallValues(payBody, { payment_status: 'unpaid' })).toMatchObject({ payment_status: 'paid' })
  })

  it('begin with the initial choice for several records', () => {
    expect(startCallValues(payBody, null)).toMatchObject({ payment_status: 'paid' })
  })
})
