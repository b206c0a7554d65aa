import { type ReactNode, Suspense } from 'react'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Column } from '../query/columns.ts'
import { headOf } from '../query/head-of.ts'
import { cellOf } from './cell.tsx'

const dates: readonly (string | undefined)[] = ['date', 'dateTime', 'month']
/** Pictures and long texts say nothing in a line. */
const silent: readonly (string | undefined)[] = ['image', 'file', 'files', 'video', 'richText']

const isEmpty = (value: unknown) => value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

/** Whether a card says a column in its line: it has something to say, in words. */
const isSaid = (column: Column, row: AnyRow) =>
  !silent.includes(column.field?.kind) && !isEmpty(row[column.name]) && (column.cell !== undefined || row[column.name] !== undefined)

/** What a number, a date beside another, or a yes is of. */
function labelOf({ field, label, ...column }: Column, hasDates: boolean): string {
  const isPlain = field?.kind === 'number' || field?.kind === 'percent' || (dates.includes(field?.kind) && hasDates)
  return isPlain ? `${headOf({ field, label, ...column })} ` : ''
}

/** The columns of a record in one line, in their order; those that do not fit are cut, never a part of each. */
export function CardLine({ columns, row }: { columns: readonly Column[]; row: AnyRow }) {
  const said = columns.filter((column) => isSaid(column, row))
  const hasDates = said.filter(({ field }) => dates.includes(field?.kind)).length > 1
  const contentOf = (column: Column): ReactNode => {
    if (column.field?.kind === 'flag' && !column.cell) return headOf(column)
    const content = cellOf(column, row)
    return typeof content === 'string' ? <bdi>{content}</bdi> : <span className="inline-flex">{content}</span>
  }
  return (
    <p className="truncate text-sm text-muted-foreground tabular-nums">
      <Suspense>
        {said.map((column, index) => (
          <span key={column.name}>
            {index > 0 && ' · '}
            {labelOf(column, hasDates)}
            {contentOf(column)}
          </span>
        ))}
      </Suspense>
    </p>
  )
}
