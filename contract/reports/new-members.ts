import { number, reference, text } from '../kit/field/field.ts'
import { report } from '../kit/report/report.ts'

/** Members who joined, by their salesperson (docs/product/reports.md#new-members). */
export const newMembers = report('new-members', {
  path: '/member/in/v1/report/new-members',
  permission: 'member',
  period: { dates: ['joined_at', 'created_at'] },
  dimensions: {
    sales_id: reference({ required: true, to: 'user/sales', unassigned: true }),
    sales_name: text({ required: true }),
  },
  measures: { members: number({ required: true, integer: true }) },
  search: ['sales_name'],
  total: 'sales_name',
  chart: false,
  drill: { members: { section: 'member', where: {}, by: { sales_id: '{sales_id}' }, date: true, counts: 'members' } },
  export: false,
  ownBy: 'sales_id',
})
