import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { user } from '#contract/sections/auth/user.ts'
import { invitationWords } from './invited.ts'

/** Invites a new user without a password: a mail asks for one. Other fields have their initial values. */
export const inviteScreens = defineSection(user, {
  title: 'app.invite',
  notified: invitationWords,
  columns: () => [],
  form: ({ field }) => (
    <>
      <p className="text-sm text-muted-foreground sm:col-span-2">{t('invite.detail')}</p>
      {field('name')}
      {field('email')}
      {field('phone')}
      {field('company_code')}
      {field('language')}
      {field('roles', { wide: true })}
    </>
  ),
})
