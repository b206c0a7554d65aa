import { ApiError } from '#console/data/api/api-error.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { problemText } from '#console/kit/text/problem-text.ts'
import { refusalText } from '#console/kit/text/refusal-text.ts'

/** Message of a failed call: the server's words (docs/product/messages.md#failed-calls), or that there is no connection. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('app.wrong')
  return error.offline ? t('connection.none') : localised(error.message)
}

/** Message of a failed sign-in; ours add that the input is kept, and how long to wait. */
export function signInFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return t('app.wrong')
  if (error.offline) return t('login.offline')
  if (error.code === 'gone') return t('login.late')
  if (error.code === 'bad_credentials' && error.reason === undefined) return t('login.wrong')
  return error.status === 429 ? t('login.rateLimited', { minutes: Math.ceil((error.retryAfter ?? 60) / 60) }) : refusalText(error)
}

/** Whether the server refused the link. Other errors do not mean that. */
export function isLinkSpent(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'gone' || error.fields?.token !== undefined)
}

/** The server's problem with one field, if any. */
export function fieldFailure(error: unknown, name: string): string | undefined {
  const problem = error instanceof ApiError ? error.fields?.[name] : undefined
  return problem && problemText(problem)
}
