import { ApiError } from '#console/data/api-error.ts'
import { OutboxError } from '#console/data/outbox-error.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'

/** What a person reads when a change could not be kept or sent. */
export async function reasonOf(error: unknown): Promise<string> {
  if (error instanceof ApiError) return localised(error.message)
  if (!(error instanceof OutboxError)) return t('app.wrong')
  await loadMessages('kit')
  return t(`kit.notKept.${error.reason}`)
}
