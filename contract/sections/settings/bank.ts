import { choice, digits, flag, text } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'

export const bank = section('bank', {
  path: '/transaction/in/v1/banks',
  nav: { group: 'settings', icon: 'landmark' },
  backOffice: 'hidden',
  permission: 'bank',
  /** Orders name the account paid to. */
  readableBy: ['get transaction'],
  readableFields: ['bank_name', 'account_number', 'account_holder', 'is_active'],
  title: 'bank_name',
  /** A company has several accounts at a bank. */
  options: { beside: 'account_number', detail: 'account_holder' },
  fields: {
    bank_name: text({ required: true, max: 80 }),
    account_number: digits({ required: true, min: 5, max: 34 }),
    account_holder: text({ required: true, max: 120 }),
    bank_branch: text({ required: true, max: 120 }),
    company_code: choice(['EMT', 'ETF'], { initial: 'EMT' }),
    is_active: flag({ initial: true }),
  },
  duplicate: true,
  list: {
    columns: ['bank_name', 'account_number', 'account_holder', 'bank_branch', 'company_code', 'is_active', '-updated_at', '-updated_by'],
    search: ['bank_name', 'account_number', 'account_holder', 'bank_branch'],
    filters: ['is_active', 'company_code'],
    sort: 'bank_name asc',
    bulkEdit: ['is_active'],
  },
  export: { path: '/export' },
  import: { path: '/import', key: 'account_number' },
  switches: { is_active: { by: 'put' } },
})
