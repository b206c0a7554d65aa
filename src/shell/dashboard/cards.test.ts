import { expect, it } from 'vitest'
import { rootPermissions } from '#contract/kit/field/permission.ts'
import { isSortable } from '#contract/kit/section/section.ts'
import { sections } from '#contract/sections/index.ts'
import { type Duty, dutiesOf, listCards, listCardsOf } from './cards.ts'

const access = (role: string, ...permissions: string[]) => ({ roles: [role], permissions })

it.each([
  ['a salesperson', access('Sales', 'get sales-report', 'get transaction', 'update crm'), ['sales']],
  ['a sales manager, who sells', access('Sales Manager', 'get sales-report', 'get transaction'), ['sales']],
  ['Root', access('Root', ...rootPermissions()), ['manager']],
  ['whoever sees all sales', access('Auditor', 'get sales-report', 'get transaction'), ['manager']],
  ['support', access('Support', 'update crm', 'get stock'), ['support']],
  ['an analyst', access('Analyst', 'create stock', 'get stock'), ['analyst']],
  ['somebody who answers and writes', access('Lead Analyst', 'create stock', 'update assign-qna'), ['support', 'analyst']],
  ['finance', access('Finance', 'get transaction', 'update transaction', 'get bank', 'get sales-report'), ['finance']],
  ['whoever reads orders', access('Reader', 'get transaction'), []],
] satisfies [string, { roles: string[]; permissions: string[] }, Duty[]][])('%s has the day of %j', (_, who, duties) => {
  expect(dutiesOf(who)).toEqual(duties)
})

it('without a duty there are orders, memberships and articles that wait, where the person sees them', () => {
  expect(listCardsOf([], () => true).map(({ name }) => name)).toEqual([
    'unpaid-orders',
    'ending-memberships',
    'draft-posts',
    'scheduled-posts',
  ])
  expect(listCardsOf([], (section) => section === 'member').map(({ name }) => name)).toEqual(['ending-memberships'])
})

it('what is due or ends first stands at the top', () => {
  const queryOf = (name: string) => listCards.find((card) => card.name === name)?.query('7', '2026-11-25', 'sales')
  expect(queryOf('ending-memberships')).toEqual({
    filters: [{ field: 'remaining', values: ['14'] }],
    sort: { field: 'ends_on', direction: 'asc' },
  })
  expect(queryOf('unpaid-orders')).toEqual({
    filters: [{ field: 'payment_status', values: ['unpaid'] }],
    sort: { field: 'due_at', direction: 'asc' },
  })
  expect(queryOf('unanswered')).toEqual({
    filters: [
      { field: 'unanswered', values: ['true'] },
      { field: 'assignee_sales', values: ['7'] },
    ],
    sort: { field: 'last_message_at', direction: 'asc' },
  })
})

it('every card draws fields that its section has, in an order that its list knows', async () => {
  for (const { name, section: of, titles, details, end, query } of listCards) {
    const section = await sections[of]()
    const fields = new Set([...Object.keys(section.fields), 'created_at', 'updated_at', 'updated_by'])
    const drawn = [...titles, ...details, ...(end ? [end] : [])]
    expect([name, drawn.filter((field) => !fields.has(field))]).toEqual([name, []])
    const { sort } = query('7', '2026-11-25', 'sales')
    expect([name, sort && (isSortable(section, sort.field) || sort.field === 'ends_on')]).toEqual([name, true])
  }
})
