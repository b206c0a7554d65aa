import { useId, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { formatRange, type ListQuery, parseRange, withFilter } from '#contract/kit/list-query.ts'
import { fieldLabel } from '../labels.ts'
import * as look from './classes.ts'

interface Props {
  fields: readonly string[]
  query: ListQuery
  onQuery: (query: ListQuery) => void
}

/** From and To (part-1 section 5): To starts at From and waits for it; the button waits for both. */
export function DateFilter({ fields, query, onQuery }: Props) {
  const id = useId()
  const active = query.filters.find((filter) => fields.includes(filter.field))
  const range = parseRange(active?.values[0] ?? '')
  const [field, setField] = useState(active?.field ?? fields[0] ?? '')
  const [from, setFrom] = useState(range?.from ?? '')
  const [to, setTo] = useState(range?.to ?? '')
  const others = (next: ListQuery) => ({
    ...next,
    filters: next.filters.filter((filter) => !fields.includes(filter.field) || filter.field === field),
  })

  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-xs font-medium text-muted-foreground">{t('list.dates')}</legend>
      {fields.length > 1 && (
        <select
          aria-label={t('list.dateField')}
          className={look.control}
          value={field}
          onChange={(event) => setField(event.currentTarget.value)}
        >
          {fields.map((name) => (
            <option key={name} value={name}>
              {fieldLabel(name)}
            </option>
          ))}
        </select>
      )}
      <div className="grid grid-cols-2 gap-2">
        <label htmlFor={`${id}-from`} className="flex flex-col gap-1 text-xs">
          {t('list.from')}
          <input
            id={`${id}-from`}
            type="date"
            className={look.control}
            value={from}
            onChange={(event) => {
              setFrom(event.currentTarget.value)
              if (!event.currentTarget.value || (to && to < event.currentTarget.value)) setTo('')
            }}
          />
        </label>
        <label htmlFor={`${id}-to`} className="flex flex-col gap-1 text-xs">
          {t('list.to')}
          <input
            id={`${id}-to`}
            type="date"
            className={look.control}
            min={from}
            disabled={!from}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </label>
      </div>
      <div className="flex gap-2">
        <Button
          className="flex-1"
          disabled={!from || !to || to < from}
          onClick={() => onQuery(others(withFilter(query, field, [formatRange(from, to)])))}
        >
          {t('list.filter')}
        </Button>
        {active && (
          <Button
            onClick={() => {
              setFrom('')
              setTo('')
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
