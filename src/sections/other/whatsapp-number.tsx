import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { whatsappNumber } from '#contract/sections/other/whatsapp-number.ts'

export const screens = defineSection(whatsappNumber, {
  fields: (record) => {
    const hint = t(record ? 'sections.secretKeep' : 'sections.secret')
    return { channel: { wide: true }, access_token: { hint }, app_secret: { hint } }
  },
})
