import { useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { filterValues, type ListQuery, withFilter } from '#contract/kit/field/list-query.ts'
import { fieldOf, type Section } from '#contract/kit/section/section.ts'
import { fieldLabel } from '../../text/labels.ts'
import { DateFilter } from './date-filter.tsx'
import { FieldFilter } from './field-filter.tsx'

export interface FilterFieldsProps {
  section: Section
  query: ListQuery
  onQuery: (query: ListQuery) => void
  /** Fields fixed by the list's base. */
  decided: ReadonlySet<string>
}

/** Filters of a section by field kind, and its date ranges. Choices apply at once, dates with their button. */
export function FilterFields({ section, query: current, onQuery: show, decided }: FilterFieldsProps) {
  // The address follows a press a moment later: a second press builds on the first, not on the address before it.
  const [pressed, setPressed] = useState<{ before: string; filters: ListQuery['filters'] } | null>(null)
  const before = JSON.stringify(current.filters)
  if (pressed && pressed.before !== before) setPressed(null)
  const query = pressed?.before === before ? { ...current, filters: pressed.filters } : current
  const onQuery = (next: ListQuery) => {
    setPressed({ before, filters: next.filters })
    show(next)
  }
  const dates = section.list.dates.map((name) => ({ name, label: fieldLabel(name, fieldOf(section, name)) }))
  return (
    <>
      {section.list.filters.map((name) => {
        const field = fieldOf(section, name)
        return (
          field &&
          !decided.has(name) && (
            <fieldset key={name} className="flex flex-col gap-1.5">
              <legend className="mb-1.5 text-xs font-medium text-muted-foreground">{fieldLabel(name, field)}</legend>
              <FieldFilter
                name={name}
                field={field}
                values={filterValues(query, name)}
                onValues={(values) => onQuery(withFilter(query, name, values))}
              />
            </fieldset>
          )
        )
      })}
      {dates.length > 0 && <DateFilter fields={dates} query={query} onQuery={onQuery} />}
      {query.filters.length > 0 && (
        <Button variant="ghost" onClick={() => onQuery({ ...query, page: 1, filters: [] })}>
          {t('list.clearFilters')}
        </Button>
      )}
    </>
  )
}
