import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { role } from '#contract/sections/auth/role.ts'
import { PermissionMatrix } from './role/permission-matrix.tsx'
import { SecondFactorInput } from './role/second-factor-input.tsx'

export const screens = defineSection(role, {
  columns: ({ column }) => [column('description', { width: '28rem' })],
  /** Root is protected: all permissions. */
  isProtected: (row) => row.is_root === true,
  fields: (record) => ({
    name: { wide: false },
    requires_second_factor: { hint: t('sections.secondFactorHint'), ...(!record && { input: SecondFactorInput }) },
    permissions: { wide: true, input: PermissionMatrix },
  }),
})
