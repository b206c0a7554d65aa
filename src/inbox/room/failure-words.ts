import { t } from '#console/i18n/i18n.ts'
import { readFailure } from '#contract/chat/send-errors.ts'
import { isolate } from '#contract/lib/value-parts.ts'

/** Why a message failed: the table's words for a code it has; else those of the provider, or our own. */
export function failureWords(failure: string | null): string {
  if (!failure) return t('chat.failed')
  const { details: said, code, error } = readFailure(failure)
  const details = isolate(said)
  if (code === null) return t('chat.failedWhy', { why: details })
  return error ? t(`sending.error.${error.name}`, { details }) : t('sending.error.other', { details, code })
}
