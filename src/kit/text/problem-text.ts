import { getLocale, has, t } from '#console/i18n/i18n.ts'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { isChosen } from '#contract/kit/field/kind.ts'
import { lowerFirst, withArticle } from '#contract/lib/article.ts'
import { choiceLabel, labelOf } from './labels.ts'
import { refusalText } from './refusal-text.ts'

/** Label of a field inside a sentence. */
function inSentence(label: string): string {
  const locale = getLocale()
  if (locale === 'en') return withArticle(label)
  return locale === 'id' ? lowerFirst(label) : label
}

/** Message of a missing value by the field's label: 'Enter a name', 'Choose a campaign'. Null where it has none. */
function missingText({ field = '', kind = '', of = '' }: Readonly<Record<string, string | number>>): string | null {
  if (kind === 'phone') return t('problem.phone')
  // There is nothing to enter for a flag.
  if (kind === 'flag') return null
  const label = labelOf(String(of), String(field))
  if (label === null) return null
  const values = { field: inSentence(label) }
  return isChosen(kind) ? t('kit.chooseOne', values) : t('kit.enterOne', values)
}

/** Labels of the allowed choices, where the field is known. Null where a problem names none. */
function choicesText(field: Field | undefined, values: string | number | undefined): string | null {
  if (values === undefined) return null
  const shown = field?.values ? field.values.map((value) => choiceLabel(value, field)).join(', ') : values
  return t('kit.chooseAmong', { values: shown })
}

/**
 * Message of a problem in the person's language, from the catalogs `forms` and `kit`; otherwise the server's. `field`: names its choices by
 * label.
 */
export function problemText({ code, message, params }: FieldProblem, field?: Field): string {
  const missing = code === 'required' && params && has('problem.required') ? missingText(params) : null
  const choices = (code === 'choice' || code === 'unknown_reference') && has('kit.chooseAmong') ? choicesText(field, params?.values) : null
  const known = has(`problem.${code}`) ? t(`problem.${code}`, params) : refusalText({ message, reason: { code, params } })
  return missing ?? choices ?? known
}
