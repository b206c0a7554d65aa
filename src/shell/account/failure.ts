import { ApiError } from '#console/data/api/api-error.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { problemText } from '#console/kit/text/problem-text.ts'
import { refusalText } from '#console/kit/text/refusal-text.ts'

/** What a person reads when a call failed: the server's words (docs/product/messages.md#failed-calls), or that there is no connection. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('app.wrong')
  return error.offline ? t('connection.none') : localised(error.message)
}

/** Of a sign-in, where ours say more: that what was typed stays, and how long to wait. */
export function signInFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return t('app.wrong')
  if (error.offline) return t('login.offline')
  if (error.code === 'gone') return t('login.late')
  if (error.code === 'bad_credentials' && error.reason === undefined) return t('login.wrong')
  return error.status === 429 ? t('login.rateLimited', { minutes: Math.ceil((error.retryAfter ?? 60) / 60) }) : refusalText(error)
}

/** The server looked at the link and refused it. Anything else says nothing of the link. */
export function isLinkSpent(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'gone' || error.fields?.token !== undefined)
}

/** What the server found wrong with one field, if it named it. */
export function fieldFailure(error: unknown, name: string): string | undefined {
  const problem = error instanceof ApiError ? error.fields?.[name] : undefined
  return problem && problemText(problem)
}
