import { useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { DurationFields } from '#console/kit/list/filters/duration-fields.tsx'
import { type Duration, durationRange, readDuration } from '#console/kit/list/query/duration.ts'
import { Button } from '#console/ui/button.tsx'
import type { SpanFilterProps } from './span-filter.tsx'

const nothing: Duration = { type: 'custom' }

export function SpanForm({ span, whole, today, onSpan }: SpanFilterProps) {
  const [duration, setDuration] = useState(() => (span ? readDuration(span, today) : nothing))
  const range = durationRange(duration, today)
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (range) onSpan(range)
      }}
    >
      <DurationFields value={duration} today={today} onChange={setDuration} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" className="flex-1" disabled={!range}>
          {t('report.show')}
        </Button>
        <Button onClick={() => onSpan(null)}>{whole}</Button>
      </div>
    </form>
  )
}
