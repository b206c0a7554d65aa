import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { completionOf, watchedPercent } from '#contract/learning/completion.ts'

/** Minutes and seconds, such as 9:05. */
const clockText = (seconds: number) => `${formatNumber(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`

/** What completes a lesson, in words. */
export function completionText(lesson: Readonly<Record<string, unknown>>): string {
  const completion = completionOf(lesson)
  if (completion.by !== 'watching') return t(completion.by === 'opening' ? 'sections.completion.opening' : 'sections.completion.marking')
  const share = watchedPercent / 100
  if (completion.seconds === null) return t('sections.completion.watchingAny', { share })
  return t('sections.completion.watching', { share, minutes: clockText(completion.seconds) })
}
