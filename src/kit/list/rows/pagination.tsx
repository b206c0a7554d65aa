import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { formatNumber } from '../../text/format.ts'

interface Props {
  page: number
  size: number
  total: number
  /** The list has no total: before its last page it is a lower bound. */
  least?: boolean
  /** Records in the outbox that the server does not count yet. */
  more: number
  onPage: (page: number) => void
  onSize: (size: number) => void
  /** Prefetches a page. */
  onIntent: (page: number) => void
}

/** Positions shown and total. Records created here are on top of the first page and shift all others. */
export function rangeOf({ page, size, total, more }: Pick<Props, 'page' | 'size' | 'total' | 'more'>): [from: number, to: number] {
  if (total + more === 0) return [0, 0]
  return [page === 1 ? 1 : (page - 1) * size + 1 + more, Math.min(page * size, total) + more]
}

const sizes = [10, 25, 50, 100, 500]

export function Pagination({ page, size, total, least = false, more, onPage, onSize, onIntent }: Props) {
  const pages = Math.max(1, Math.ceil(total / size))
  const [from, to] = rangeOf({ page, size, total, more })
  return (
    <nav aria-label={t('list.pages')} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-sm text-muted-foreground">
      <p className="me-auto tabular-nums" data-total={total}>
        {t('list.range', {
          from: formatNumber(from),
          to: formatNumber(to),
          total: formatNumber(total + more) + (least && page < pages ? '+' : ''),
        })}
        {more > 0 && <span className="font-medium text-warning-text">, {t('waiting.count', { count: more })}</span>}
      </p>
      <label className="flex items-center gap-2">
        <span className="max-sm:sr-only">{t('list.size')}</span>
        <select
          className="h-control rounded-md border border-input bg-background px-2 text-foreground"
          value={size}
          onChange={(event) => onSize(Number(event.currentTarget.value))}
        >
          {[...new Set([...sizes, size])]
            .sort((a, b) => a - b)
            .map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
        </select>
      </label>
      <div className="flex items-center gap-1">
        <Button size="icon" repeats aria-label={t('list.previousPage')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft className="size-4 rtl:rotate-180" />
        </Button>
        <span className="min-w-16 text-center tabular-nums">
          {t('list.pageOf', { page: formatNumber(page), pages: formatNumber(pages) })}
        </span>
        <Button
          size="icon"
          repeats
          aria-label={t('list.nextPage')}
          disabled={page >= pages}
          onPointerEnter={() => page < pages && onIntent(page + 1)}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight className="size-4 rtl:rotate-180" />
        </Button>
      </div>
    </nav>
  )
}
