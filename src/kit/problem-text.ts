import { getLocale, has, t } from '#console/i18n/i18n.ts'
import type { FieldProblem } from '#contract/kit/errors.ts'
import { isChosen } from '#contract/kit/kind.ts'
import { lowerFirst, withArticle } from '#contract/lib/article.ts'
import { labelOf } from './labels.ts'

/** The label of a field inside a sentence. */
function inSentence(label: string): string {
  const locale = getLocale()
  if (locale === 'en') return withArticle(label)
  return locale === 'id' ? lowerFirst(label) : label
}

/** What is missing, by the field's own label: 'Enter a name', 'Choose a campaign'. Null where the field has none. */
function missingText({ field = '', kind = '', of = '' }: Readonly<Record<string, string | number>>): string | null {
  if (kind === 'phone') return t('problem.phone')
  const label = labelOf(String(of), String(field))
  if (label === null) return null
  const values = { field: inSentence(label) }
  return isChosen(kind) ? t('kit.chooseOne', values) : t('kit.enterOne', values)
}

/** The words of a problem in the person's language, from the catalog `forms`; otherwise those the server sent. */
export function problemText({ code, message, params }: FieldProblem): string {
  const missing = code === 'required' && params && has('problem.required') ? missingText(params) : null
  return missing ?? (has(`problem.${code}`) ? t(`problem.${code}`, params) : message)
}
