import { t } from '#console/i18n/i18n.ts'
import type { ExportRefusal } from '#contract/kit/section/export-rule.ts'

/** What the rule of exports says, in the person's language; its words are those of 'sheets' (docs/product/lists.md#export-by-date). */
export const exportRefusalText = (refusal: ExportRefusal): string =>
  refusal.code === 'no_date' ? t('export.noDate') : t('export.tooLong', { n: refusal.limit, m: refusal.entered })
