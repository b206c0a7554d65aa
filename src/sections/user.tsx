import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { user } from '#contract/sections/user.ts'

export const screens = defineSection(user, {
  columns: ({ column }) => [column('name', { link: true })],
  form: ({ field, record }) => (
    <>
      {field('name')}
      {field('email')}
      {field('phone')}
      {field('company_code')}
      {field('roles', { wide: true })}
      {field('password', { hint: t(record ? 'sections.passwordKeep' : 'sections.passwordInvite') })}
      {field('is_active')}
      {field('photo')}
    </>
  ),
})
