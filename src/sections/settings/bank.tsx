import { defineSection } from '#console/kit/define-section.tsx'
import { bank } from '#contract/sections/settings/bank.ts'

export const screens = defineSection(bank, {
  columns: ({ column }) => [column('bank_name', { link: true })],
  form: ({ field }) => (
    <>
      {field('bank_name')}
      {field('account_number')}
      {field('account_holder')}
      {field('bank_branch')}
      {field('company_code')}
      {field('is_active')}
    </>
  ),
})
