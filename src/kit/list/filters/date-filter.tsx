import { useState } from 'react'
import { serverDate } from '#console/data/base/server-clock.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Select } from '#console/ui/select.tsx'
import { formatRange, type ListQuery, parseRange, withFilter } from '#contract/kit/field/list-query.ts'
import { dateFilterRules } from '#contract/lib/date-filter.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { type Duration, durationRange, readDuration } from '../query/duration.ts'
import { DurationFields } from './duration-fields.tsx'

interface DateField {
  name: string
  label: string
}

interface Props {
  fields: readonly DateField[]
  query: ListQuery
  onQuery: (query: ListQuery) => void
}

const nothing: Duration = { type: 'custom' }

/** The list's date filter as a duration. Open ranges, such as of quick filters, keep their one side. */
function chosen(text: string | undefined, today: string): Duration {
  const range = parseRange(text ?? '')
  if (!range) return nothing
  const { from, to } = range
  return from && to ? readDuration({ from, to }, today) : { ...nothing, ...(from && { from }), ...(to && { to }) }
}

/** A date field and its period (docs/product/lists.md#duration-filter). The button is disabled until all parts are chosen. */
export function DateFilter({ fields, query, onQuery }: Props) {
  const today = wibDay(serverDate())
  const isDate = (name: string) => fields.some((each) => each.name === name)
  const active = query.filters.find((filter) => isDate(filter.field))
  const [field, setField] = useState(active?.field ?? fields[0]?.name ?? '')
  const [duration, setDuration] = useState(() => chosen(active?.values[0], today))
  const range = durationRange(duration, today) ?? { from: '', to: '' }
  const rules = dateFilterRules({ ...range, category: field }, { minMax: true, custom: true })
  const others = query.filters.filter((filter) => !isDate(filter.field))

  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-xs font-medium text-muted-foreground">{t('filters.dates')}</legend>
      {fields.length > 1 && (
        <Select aria-label={t('filters.dateField')} value={field} onChange={(event) => setField(event.currentTarget.value)}>
          {fields.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      )}
      <DurationFields value={duration} today={today} onChange={setDuration} />
      <div className="flex gap-2">
        <Button
          className="flex-1"
          disabled={rules.filterDisabled}
          onClick={() => onQuery(withFilter({ ...query, filters: others }, field, [formatRange(range.from, range.to)]))}
        >
          {t('filters.filter')}
        </Button>
        {active && (
          <Button
            onClick={() => {
              setDuration(nothing)
              onQuery(withFilter(query, active.field, []))
            }}
          >
            {t('list.clear')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
