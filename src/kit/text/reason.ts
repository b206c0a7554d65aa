import { ApiError } from '#console/data/api/api-error.ts'
import { OutboxError } from '#console/data/writes/outbox-error.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { refusalText } from './refusal-text.ts'

/** Message when a change could not be stored or sent. */
export async function reasonOf(error: unknown): Promise<string> {
  await loadMessages('kit').catch(() => undefined)
  if (error instanceof ApiError) return refusalText(error)
  if (!(error instanceof OutboxError)) return t('app.wrong')
  return t(`kit.notKept.${error.reason}`)
}
