import { BookOpenText } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import type { QuestionMessage } from '#contract/sections/stock/tanya-saham.ts'

/** Sources of an answer of the algorithm: each opens to its excerpt. */
export function Sources({ sources }: { sources: NonNullable<QuestionMessage['sources']> }) {
  return (
    <ul aria-label={t('tanya-saham.sources')} className="mt-1 flex max-w-80 flex-col items-stretch gap-1 text-xs text-muted-foreground">
      {sources.map(({ title, excerpt, page }, at) => (
        <li key={`${title} ${page} ${excerpt}`} className="rounded-md border bg-card px-2 py-1">
          <details>
            <summary className="flex cursor-pointer items-center gap-1.5">
              <BookOpenText aria-hidden="true" className="size-3.5 shrink-0" />
              <span className="tabular-nums">[{formatNumber(at + 1)}]</span>
              <bdi className="min-w-0 truncate font-medium">{title}</bdi>
              {typeof page === 'number' && (
                <span className="ms-auto shrink-0 tabular-nums">{t('tanya-saham.page', { page: formatNumber(page) })}</span>
              )}
            </summary>
            {excerpt && (
              <p dir="auto" className="pt-1 [overflow-wrap:anywhere]">
                {excerpt}
              </p>
            )}
          </details>
        </li>
      ))}
    </ul>
  )
}
