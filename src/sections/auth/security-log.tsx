import { defineSection } from '#console/kit/define-section.tsx'
import { securityLog } from '#contract/sections/auth/security-log.ts'

export const screens = defineSection(securityLog, {
  columns: ({ column }) => [
    column('created_at', { label: 'moment' }),
    column('event'),
    column('name', { link: true }),
    column('detail', { width: '28rem' }),
  ],
  form: ({ field }) => (
    <>
      {field('event')}
      {field('name')}
      {field('address')}
      {field('times')}
      {field('detail', { wide: true })}
    </>
  ),
})
