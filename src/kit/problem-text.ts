import { has, t } from '#console/i18n/i18n.ts'
import type { FieldProblem } from '#contract/kit/errors.ts'

/** The words of a problem in the person's language, from the catalog `forms`; otherwise those the server sent. */
export function problemText({ code, message, params }: FieldProblem): string {
  return has(`problem.${code}`) ? t(`problem.${code}`, params) : message
}
