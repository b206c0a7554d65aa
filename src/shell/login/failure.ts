import { ApiError } from '#console/data/api-error.ts'
import { t } from '#console/i18n/i18n.ts'
import { problemText } from '#console/kit/problem-text.ts'

/** What a person reads when a guest's call failed: the server's words, except where ours say more. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('app.wrong')
  if (error.offline) return t('login.offline')
  return error.status === 429 ? t('login.rateLimited') : error.message
}

/** What the server found wrong with one field, if it named it. */
export function fieldFailure(error: unknown, name: string): string | undefined {
  const problem = error instanceof ApiError ? error.fields?.[name] : undefined
  return problem && problemText(problem)
}
