import { ListFilter } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { DateFilter } from '#console/kit/list/filters/date-filter.tsx'
import { FieldFilter } from '#console/kit/list/filters/field-filter.tsx'
import { fieldLabel } from '#console/kit/text/labels.ts'
import { Button } from '#console/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { filterValues, type ListQuery, withFilter } from '#contract/kit/field/list-query.ts'
import { headOf } from '../report-fields.ts'
import { reportColumn } from './export-fields.ts'

/** What was exported, and when. */
export function ExportFilters({ list, onList }: { list: ListQuery; onList: (list: ListQuery) => void }) {
  const [name, field] = reportColumn
  const count = list.filters.length
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button aria-haspopup="dialog" aria-label={t('list.filters')}>
          <ListFilter aria-hidden="true" />
          <span className="max-sm:hidden">{t('list.filters')}</span>
          {count > 0 && <span className="rounded bg-primary-soft px-1.5 text-xs text-primary-text">{count}</span>}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t('list.filters')}>
        <div className="flex w-80 max-w-full flex-col gap-4">
          <fieldset className="flex flex-col gap-1.5">
            <legend className="mb-1.5 text-xs font-medium text-muted-foreground">{headOf(reportColumn)}</legend>
            <FieldFilter
              name={name}
              field={field}
              values={filterValues(list, name)}
              onValues={(values) => onList(withFilter(list, name, values))}
            />
          </fieldset>
          <DateFilter fields={[{ name: 'created_at', label: fieldLabel('created_at') }]} query={list} onQuery={onList} />
        </div>
      </PopoverContent>
    </Popover>
  )
}
