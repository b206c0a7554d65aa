import type { Column } from '#console/kit/list/query/columns.ts'
import { SortButton } from '#console/kit/list/table/sort-button.tsx'
import type { Sort } from '#contract/kit/field/list-query.ts'
import type { Named } from './report-fields.ts'

export const headClass = 'h-10 px-3 text-xs font-medium text-muted-foreground first:ps-4 last:pe-4 print:px-1.5'

interface SortHeadProps {
  of: Named
  /** Its cells are numbers. */
  end: boolean
  sort: Sort | null
  onSort: (sort: Sort | null) => void
}

/** The head of a column, by which rows are ordered. */
export function SortHead({ of: [name, field], end, sort, onSort }: SortHeadProps) {
  const direction = sort?.field === name ? sort.direction : null
  const order = direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'
  const align = end ? 'end' : 'start'
  const column: Column = { name, field, label: name, align, hidden: false, link: false, sortable: true }
  return (
    <th scope="col" aria-sort={order} className={`${headClass} ${end ? 'text-end' : 'text-start'} print:[&_svg]:hidden`}>
      <SortButton column={column} sort={sort} onSort={onSort} />
    </th>
  )
}
