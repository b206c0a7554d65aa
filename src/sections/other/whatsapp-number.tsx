import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { whatsappNumber } from '#contract/sections/other/whatsapp-number.ts'

export const screens = defineSection(whatsappNumber, {
  columns: ({ column }) => [column('name', { link: true })],
  form: ({ field, group, record }) => (
    <>
      {field('name')}
      {field('phone')}
      {field('type')}
      {field('is_active')}
      {field('users', { wide: true })}
      {group(
        'sections.channel',
        <>
          {field('channel', { wide: true })}
          {field('phone_number_id')}
          {field('business_account_id')}
          {field('access_token', { hint: t(record ? 'sections.secretKeep' : 'sections.secret') })}
          {field('app_secret', { hint: t(record ? 'sections.secretKeep' : 'sections.secret') })}
        </>,
      )}
    </>
  ),
})
