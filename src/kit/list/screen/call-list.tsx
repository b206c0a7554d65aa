import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { useLocale } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { type Filter, firstPage } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { NoAnswer } from '../no-answer.tsx'
import { NoRows, type SmallColumn, SmallTable } from '../small-table.tsx'

interface CallListProps<Row> {
  /** A query that returns a list of records. */
  call: Call
  /** Record named by the path. Each version of it is refetched. */
  record?: AnyRow
  /** Its name in the path. */
  param?: string
  /** Initial number of rows, and number added by each press of `more`. */
  step?: number
  /** Filters of the rows; none by default. */
  filters?: readonly Filter[]
  search?: string
  texts: { offline: string; empty: string; more: string }
  children: (rows: readonly Row[]) => ReactNode
}

const none: readonly Filter[] = []

/** Rows of a call, of one record or of a section, loaded in steps, with all states of a list. */
export function CallList<Row>({ call, record, param = 'id', step = 20, filters = none, search = '', texts, children }: CallListProps<Row>) {
  useLocale()
  const [size, setSize] = useState(step)
  const query = useQuery({
    queryKey: queryKeys.call(call.name, { ref: record?.ref, version: record?.version, size, filters, search }),
    queryFn: ({ signal }) =>
      request<Omit<Page<Row>, 'total_record'>>(call, {
        ...(record && { params: { [param]: record.ref } }),
        list: { ...firstPage, size, filters, search },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = query
  if (!data) return <NoAnswer query={query} offline={texts.offline} />
  if (data.data.length === 0) return <NoRows>{texts.empty}</NoRows>
  return (
    <>
      {children(data.data)}
      {data.next_page > 0 && (
        <Button size="small" className="mt-3 self-start" disabled={isPlaceholderData} onClick={() => setSize(size + step)}>
          {texts.more}
        </Button>
      )}
    </>
  )
}

interface CallTableProps<Row> extends Omit<CallListProps<Row>, 'children'> {
  columns: readonly SmallColumn<Row>[]
}

/** The rows as a small table. */
export const CallTable = <Row extends { id: number }>({ columns, ...props }: CallTableProps<Row>) => (
  <CallList<Row> {...props}>{(rows) => <SmallTable rows={rows} columns={columns} />}</CallList>
)
