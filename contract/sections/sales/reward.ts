import { choice, money, month, number, references, text } from '../../kit/field/field.ts'
import type { Rule } from '../../kit/field/rule.ts'
import { section } from '../../kit/section/section.ts'

export const rewardMetrics = ['revenue', 'points', 'closings'] as const
export const rewardStatuses = ['running', 'achieved', 'missed'] as const

const hasPrize = {
  field: 'prize',
  code: 'required',
  test: ({ prize, prize_amount }) => Boolean(prize) || Number(prize_amount ?? 0) > 0,
} as const satisfies Rule

/** Monthly rewards of salespeople. Results are fixed on the eighth day of the next month (docs/product/orders.md#rewards). */
export const reward = section('reward', {
  path: '/transaction/in/v1/reward',
  nav: { group: 'sales', icon: 'trophy' },
  backOffice: 'hidden',
  permission: 'reward',
  title: 'name',
  fields: {
    name: text({ required: true, max: 120 }),
    period: month({ required: true }),
    sales: references({ required: true, to: 'user/sales', max: 200 }),
    metric: choice(rewardMetrics, { required: true, initial: 'revenue' }),
    /** In rupiah, points or leads, by metric. */
    target: number({ required: true, integer: true, min: 1, max: 1_000_000_000_000 }),
    prize: text({ max: 200 }),
    prize_amount: money({ max: 1_000_000_000 }),
    achieved: number({ readOnly: true, integer: true }),
    /** 0 this month, then the coming months, then the past ones, newest first. */
    month_rank: number({ readOnly: true, integer: true }),
    status: choice(rewardStatuses, { readOnly: true, tones: { running: 'info', achieved: 'good' } }),
  },
  rules: [hasPrize],
  groups: [{ fields: ['name', 'period', 'metric', 'target', 'sales'] }, { title: 'prize', fields: ['prize', 'prize_amount'] }],
  list: {
    columns: [
      'name',
      'period',
      'metric',
      'target',
      'achieved',
      'status',
      'prize',
      '-prize_amount',
      'sales',
      '-created_at',
      '-updated_at',
      '-updated_by',
    ],
    search: ['name', 'prize'],
    filters: ['status', 'metric', 'period', 'sales'],
    dates: ['created_at', 'updated_at'],
    sort: 'month_rank asc',
  },
  duplicate: true,
})
