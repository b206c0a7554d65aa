import { expectTypeOf, it } from 'vitest'
import type { LeadStatus } from '../choices/options.ts'
import type { leads } from '../sections/sales/leads.ts'
import type { bank } from '../sections/settings/bank.ts'
import { choice, flag, type InputOf, number, object, type RowOf, rows, text } from './field/field.ts'
import { call } from './section/call.ts'
import type { Input, Row } from './section/section.ts'

const fields = {
  name: text({ required: true, max: 10 }),
  size: choice([1, 2], {}),
  shown: flag(),
  count: number({ readOnly: true, required: true }),
  place: object({ city: text({ required: true }) }),
  lines: rows({ label: text() }, { required: true }),
}

it('InputOf requires required fields, allows optional ones to be absent or null, and has no read-only ones', () => {
  expectTypeOf<InputOf<typeof fields>>().toEqualTypeOf<{
    name: string
    size?: 1 | 2 | null
    shown?: boolean | null
    place?: { city: string } | null
    lines: { label?: string | null }[]
  }>()
  // @ts-expect-error: an undefined name is not a name
  const wrong: InputOf<typeof fields> = { lines: [] }
  expectTypeOf(wrong).not.toBeAny()
})

it('RowOf has every field, null when empty', () => {
  expectTypeOf<RowOf<typeof fields>>().toEqualTypeOf<{
    name: string
    size: 1 | 2 | null
    shown: boolean | null
    count: number
    place: { city: string } | null
    lines: { label?: string | null }[]
  }>()
})

it('sections infer the types of their rows and inputs', () => {
  type Bank = Row<typeof bank>
  expectTypeOf<Bank['bank_name']>().toEqualTypeOf<string>()
  expectTypeOf<Bank['company_code']>().toEqualTypeOf<'EMT' | 'ETF' | null>()
  expectTypeOf<Bank['id']>().toEqualTypeOf<number>()
  expectTypeOf<Bank['version']>().toEqualTypeOf<number>()
  expectTypeOf<keyof Input<typeof bank>>().toEqualTypeOf<
    'bank_name' | 'account_number' | 'account_holder' | 'bank_branch' | 'company_code' | 'is_active'
  >()
  expectTypeOf<Row<typeof leads>['status']>().toEqualTypeOf<LeadStatus>()
  expectTypeOf<Row<typeof leads>['sales']>().toEqualTypeOf<number | string | null>()
})

it('calls infer the type of their body', () => {
  const made = call({
    name: 'x',
    kind: 'mutation',
    method: 'POST',
    path: '/x',
    permission: 'public',
    body: { id: number({ required: true }), note: text() },
    reply: { of: 'message' },
  })
  expectTypeOf<NonNullable<(typeof made)['bodyType']>>().toEqualTypeOf<{ id: number; note?: string | null }>()
})
