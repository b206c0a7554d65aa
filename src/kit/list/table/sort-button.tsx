import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { Sort } from '#contract/kit/field/list-query.ts'
import type { Column } from '../query/columns.ts'
import { headOf } from '../query/head-of.ts'

/** The next of ascending, descending, none (docs/product/lists.md#table). */
export function nextSort(field: string, sort: Sort | null): Sort | null {
  if (sort?.field !== field) return { field, direction: 'asc' }
  return sort.direction === 'asc' ? { field, direction: 'desc' } : null
}

export function SortButton({ column, sort, onSort }: { column: Column; sort: Sort | null; onSort: (sort: Sort | null) => void }) {
  const direction = sort?.field === column.name ? sort.direction : null
  const Icon = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <button
      type="button"
      className={`inline-flex h-9 items-center gap-1 rounded ${column.align === 'end' ? 'text-end' : 'text-start'} hover:text-foreground focus-visible:outline-2 focus-visible:outline-ring`}
      onClick={() => onSort(nextSort(column.name, sort))}
    >
      {headOf(column)}
      <Icon aria-hidden="true" className={`size-3.5 shrink-0 ${direction ? '' : 'opacity-40'}`} />
    </button>
  )
}
