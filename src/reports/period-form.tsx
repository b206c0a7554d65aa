import { useId, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { DurationFields } from '#console/kit/list/filters/duration-fields.tsx'
import { Button } from '#console/ui/button.tsx'
import { Select } from '#console/ui/select.tsx'
import type { Report } from '#contract/kit/report/report.ts'
import { choiceOf, durationOf } from './period-choice.ts'
import { type PeriodChoice, type ReportState, resolveChoice } from './report-state.ts'

export interface PeriodFormProps {
  report: Report
  state: ReportState
  today: string
  onChoose: (choice: PeriodChoice) => void
}

/** Which kind of period, which one, and for a custom one which date has to lie in it. */
export function PeriodForm({ report, state, today, onChoose }: PeriodFormProps) {
  const { dates } = report.period
  const [duration, setDuration] = useState(() => durationOf(state.choice, state.period.from))
  const [category, setCategory] = useState<string>(state.choice.category ?? dates[0])
  const id = useId()
  const choice = choiceOf(duration, category, today)
  const isThere = choice !== null && resolveChoice(choice, report, today) !== null
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (choice && isThere) onChoose(choice)
      }}
    >
      <DurationFields value={duration} today={today} onChange={setDuration} />
      {duration.type === 'custom' && dates.length > 1 && (
        <div className="flex min-w-0 flex-col gap-1 text-xs">
          <label htmlFor={id}>{t('filters.dateField')}</label>
          <Select id={id} value={category} onChange={(event) => setCategory(event.currentTarget.value)}>
            {dates.map((date) => (
              <option key={date} value={date}>
                {t(`report.date.${date}`)}
              </option>
            ))}
          </Select>
        </div>
      )}
      {choice && !isThere && (
        <p role="alert" className="text-xs text-danger-text">
          {t('report.years')}
        </p>
      )}
      <Button type="submit" variant="primary" disabled={!isThere}>
        {t('report.show')}
      </Button>
    </form>
  )
}
