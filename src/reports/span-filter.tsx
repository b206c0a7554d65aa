import { CalendarDays } from 'lucide-react'
import { Suspense, useState } from 'react'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { Button } from '#console/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import type { Span } from '#contract/kit/report/period.ts'
import { formatSpan } from './period-text.ts'

/** Apart, because it brings a calendar along. */
const SpanForm = deferred(async () => {
  const [module] = await Promise.all([import('./span-form.tsx'), loadMessages('filters')])
  return module.SpanForm
})

export interface SpanFilterProps {
  /** Null where none is chosen. */
  span: Span | null
  /** What it is without one. */
  whole: string
  today: string
  onSpan: (span: Span | null) => void
}

/** The days of a report whose period is from and to, and may be none. */
export function SpanFilter({ span, whole, today, onSpan }: SpanFilterProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button aria-haspopup="dialog" className="min-w-0 shrink! print:hidden">
          <CalendarDays aria-hidden="true" />
          <span className="sr-only">{t('report.period')}: </span>
          <span className="tabular-nums">{span ? formatSpan(span) : whole}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t('report.period')} className="w-72 p-4">
        <Suspense fallback={<Skeleton className="h-44" />}>
          <SpanForm
            span={span}
            whole={whole}
            today={today}
            onSpan={(next) => {
              setOpen(false)
              onSpan(next)
            }}
          />
        </Suspense>
      </PopoverContent>
    </Popover>
  )
}
