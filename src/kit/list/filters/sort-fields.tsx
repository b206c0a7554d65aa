import { useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Segmented } from '#console/ui/radio.tsx'
import type { Sort } from '#contract/kit/field/list-query.ts'
import type { Column } from '../query/columns.ts'
import { headOf } from '../query/head-of.ts'

interface Props {
  /** Sortable columns. */
  columns: readonly Column[]
  sort: Sort | null
  onSort: (sort: Sort | null) => void
}

/** Order of a list without column heads: field and direction. Applies at once; the list's own order is one option. */
export function SortFields({ columns, sort: current, onSort }: Props) {
  // The URL follows later; the press shows at once.
  const [sort, setSort] = useState(current)
  const choose = (next: Sort | null) => {
    setSort(next)
    onSort(next)
  }
  const choices = [{ name: null, label: t('filters.ownOrder') }, ...columns.map((column) => ({ name: column.name, label: headOf(column) }))]
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1.5 text-xs font-medium text-muted-foreground">{t('list.sort')}</legend>
      {choices.map(({ name, label }) => (
        <label key={name ?? ''} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="radio"
            name="sort-field"
            className="size-4 shrink-0 cursor-pointer appearance-none rounded-full border border-input bg-card checked:border-[5px] checked:border-primary"
            checked={(sort?.field ?? null) === name}
            onChange={() => choose(name === null ? null : { field: name, direction: sort?.direction ?? 'asc' })}
          />
          {label}
        </label>
      ))}
      {sort && (
        <Segmented
          className="flex! w-full"
          label={t('filters.direction')}
          value={sort.direction}
          options={(['asc', 'desc'] as const).map((value) => ({ value, label: t(`filters.${value}`) }))}
          onChange={(direction) => choose({ ...sort, direction })}
        />
      )}
    </fieldset>
  )
}
