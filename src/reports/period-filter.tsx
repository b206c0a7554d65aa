import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { Button } from '#console/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { Switch } from '#console/ui/switch.tsx'
import type { PeriodFormProps } from './period-form.tsx'
import { formatPeriod } from './period-text.ts'
import { stepChoice } from './report-state.ts'

/** Apart, because it brings a calendar along. */
const PeriodForm = deferred(async () => {
  const [module] = await Promise.all([import('./period-form.tsx'), loadMessages('filters')])
  return module.PeriodForm
})

interface PeriodFilterProps extends PeriodFormProps {
  onCompare: (isCompared: boolean) => void
}

/** The period, the ones beside it, and whether it is compared with the one before. */
export function PeriodFilter({ onCompare, ...form }: PeriodFilterProps) {
  const { report, state, today, onChoose } = form
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const [before, after] = [stepChoice(state.choice, -1, report, today), stepChoice(state.choice, 1, report, today)]
  const hasSteps = state.choice.period !== 'custom'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <div className="flex max-w-full items-center gap-1">
        {hasSteps && (
          <Button size="icon" repeats aria-label={t('report.previousPeriod')} disabled={!before} onClick={() => before && onChoose(before)}>
            <ChevronLeft aria-hidden="true" className="rtl:rotate-180" />
          </Button>
        )}
        <Popover open={isOpen} onOpenChange={setOpen}>
          <PopoverTrigger asChild>
            <Button aria-haspopup="dialog" className="min-w-0 shrink! sm:min-w-44">
              <CalendarDays aria-hidden="true" />
              <span className="sr-only">{t('report.period')}: </span>
              <span className="tabular-nums">{formatPeriod(state.choice, state.period)}</span>
            </Button>
          </PopoverTrigger>
          <PopoverContent aria-label={t('report.period')} className="w-72 p-4">
            <Suspense fallback={<Skeleton className="h-44" />}>
              <PeriodForm
                {...form}
                onChoose={(choice) => {
                  setOpen(false)
                  onChoose(choice)
                }}
              />
            </Suspense>
          </PopoverContent>
        </Popover>
        {hasSteps && (
          <Button size="icon" repeats aria-label={t('report.nextPeriod')} disabled={!after} onClick={() => after && onChoose(after)}>
            <ChevronRight aria-hidden="true" className="rtl:rotate-180" />
          </Button>
        )}
      </div>
      <span className="flex min-h-control items-center gap-2 text-sm">
        <Switch id={id} checked={state.isCompared} onChange={(event) => onCompare(event.currentTarget.checked)} />
        <label htmlFor={id}>{t('report.compare')}</label>
      </span>
    </div>
  )
}
