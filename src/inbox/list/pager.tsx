import { ChevronLeft, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'

interface Props {
  page: number
  size: number
  total: number
  onPage: (page: number) => void
}

/** Range and total of chats, and page buttons. */
export const Pager = memo(function UnmemoizedPager({ page, size, total, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(total / size))
  if (pages === 1 && page === 1) return null
  const from = (page - 1) * size + 1
  const range = { from: formatNumber(from), to: formatNumber(Math.min(total, page * size)), total: formatNumber(total) }
  return (
    <nav aria-label={t('list.pages')} className="flex items-center gap-1 border-t px-4 py-1.5">
      <span className="flex-1 text-xs text-muted-foreground tabular-nums">{t('list.range', range)}</span>
      <Button variant="quiet" size="icon" repeats aria-label={t('list.previousPage')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
      </Button>
      <Button variant="quiet" size="icon" repeats aria-label={t('list.nextPage')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />
      </Button>
    </nav>
  )
})
