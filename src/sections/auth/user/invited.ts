import { t } from '#console/i18n/i18n.ts'
import { toText } from '#contract/kit/field/guards.ts'

/** Message of an invitation without a password. */
export const invitationWords = ({ email, password }: Readonly<Record<string, unknown>>): string | undefined =>
  password ? undefined : t('sections.invitationSent', { email: toText(email) })
