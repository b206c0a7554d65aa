import { Suspense } from 'react'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { fieldLabel } from '#console/kit/text/labels.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { user } from '#contract/sections/auth/user.ts'
import { invitationWords } from './user/invited.ts'

const UserAccount = deferred(async () => {
  const [module] = await Promise.all([import('./user/user-account.tsx'), loadMessages('account')])
  return module.UserAccount
})

export const screens = defineSection(user, {
  columns: ({ column }) => [
    column('last_seen', {
      cell: ({ invited, last_seen }) => {
        if (invited === true) return <StatusBadge value="invited" label={fieldLabel('invited')} tone="warning" />
        return last_seen ? formatDateTime(toText(last_seen)) : <span className="text-muted-foreground">–</span>
      },
    }),
  ],
  notified: invitationWords,
  form: ({ field, record }) => (
    <>
      {field('name')}
      {field('email')}
      {field('phone')}
      {field('company_code')}
      {field('language')}
      {field('roles', { wide: true })}
      {field('password', { hint: t(record ? 'sections.passwordKeep' : 'sections.passwordInvite') })}
      {field('is_active')}
      {field('photo')}
      {record && (
        <Suspense>
          <UserAccount user={record} />
        </Suspense>
      )}
    </>
  ),
})
