import { type ReactNode, Suspense } from 'react'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Column } from '../query/columns.ts'
import { headOf } from '../query/head-of.ts'
import { cellOf } from './cell.tsx'

const dates: readonly (string | undefined)[] = ['date', 'dateTime', 'month']
/** Written as they are: a box is cut as a whole. */
const written: readonly (string | undefined)[] = ['text', 'textarea']
/** Pictures and long texts say nothing in a line. */
const silent: readonly (string | undefined)[] = ['image', 'file', 'files', 'video', 'richText']

const isEmpty = (value: unknown) => value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

/** Whether a card says a column in its line: it has something to say, in words. */
const isSaid = (column: Column, row: AnyRow) =>
  !silent.includes(column.field?.kind) && !isEmpty(row[column.name]) && (column.cell ?? row[column.name]) !== undefined

/** What a number, a date beside another, or a yes is of. */
function labelOf({ field, label, ...column }: Column, hasDates: boolean): string {
  const isPlain = field?.kind === 'number' || field?.kind === 'percent' || (dates.includes(field?.kind) && hasDates)
  return isPlain ? `${headOf({ field, label, ...column })} ` : ''
}

interface Props {
  columns: readonly Column[]
  row: AnyRow
  /** What a section says in place of the columns. */
  pieces: readonly ReactNode[] | undefined
}

/** A record in one line, most important first; what does not fit is cut at the end, never a part of each. */
export function CardLine({ columns, row, pieces }: Props) {
  const said = pieces ? [] : columns.filter((column) => isSaid(column, row))
  const hasDates = said.filter(({ field }) => dates.includes(field?.kind)).length > 1
  const contentOf = (column: Column): ReactNode => {
    const kind = column.cell ? undefined : column.field?.kind
    return kind === 'flag' ? headOf(column) : written.includes(kind) ? toText(row[column.name]) : cellOf(column, row)
  }
  const parts = pieces
    ?.filter((piece) => piece != null && piece !== '' && piece !== false)
    .map((piece) => ({ label: '', piece, isOwn: true }))
  return (
    <p className="truncate text-sm text-muted-foreground tabular-nums">
      <Suspense>
        {(
          parts ?? said.map((column) => ({ label: labelOf(column, hasDates), piece: contentOf(column), isOwn: column.cell !== undefined }))
        ).map(({ label, piece, isOwn }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a row are always the same
          <span key={index}>
            {index > 0 && ' · '}
            {label}
            {typeof piece === 'string' ? <bdi>{piece}</bdi> : <span className={isOwn ? 'inline-flex' : ''}>{piece}</span>}
          </span>
        ))}
      </Suspense>
    </p>
  )
}
