import type { ReactNode } from 'react'

export interface SmallColumn<Row> {
  name: string
  head: string
  cell: (row: Row) => ReactNode
  align?: 'end'
}

interface SmallTableProps<Row> {
  rows: readonly Row[]
  columns: readonly SmallColumn<Row>[]
  label?: string
}

/** A small table; on a phone a list of two lines a row: the first column leads, the last is opposite. */
export const SmallTable = <Row extends { id: number }>({ rows, columns, label }: SmallTableProps<Row>) => (
  <table aria-label={label} className="w-full text-sm max-sm:block [&>tbody]:max-sm:block">
    <thead className="border-b text-start text-xs text-muted-foreground max-sm:sr-only">
      <tr>
        {columns.map(({ name, head, align }) => (
          <th key={name} scope="col" className={`pb-2 font-medium ${align ? 'text-end' : 'pe-4 text-start'}`}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr
          key={row.id}
          className="border-b last:border-0 max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-2 [&>td]:py-2 max-sm:[&>td]:py-0.5"
        >
          {columns.map(({ name, cell, align }) => (
            <td key={name} className={`tabular-nums ${align ? 'text-end' : 'pe-4'}`}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** Shown when there are no rows. */
export const NoRows = ({ children }: { children: ReactNode }) => (
  <p role="status" className="rounded-md border px-4 py-10 text-center text-sm text-muted-foreground">
    {children}
  </p>
)
