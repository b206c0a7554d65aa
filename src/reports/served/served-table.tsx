import type { UseQueryResult } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { RetryButton } from '#console/kit/parts/retry-button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { page } from '#contract/kit/field/paging.ts'
import type { DrawnReport } from '#contract/kit/report/report.ts'
import type { DrillLink } from '../report-fields.ts'
import { isUnread, type Values } from '../report-queries.ts'
import { RowsCard } from '../rows-card.tsx'
import { sortRows } from './served-queries.ts'

interface ServedTableProps {
  report: DrawnReport
  title: string
  read: Pick<UseQueryResult, 'data' | 'isError' | 'fetchStatus' | 'refetch'>
  /** All of them, while there is no reply none. */
  rows: readonly Values[]
  linkOf?: (measure: string, row: Values) => DrillLink | null
  nameRow?: (row: Values, name: ReactNode) => ReactNode
  /** Opposite to the title. */
  children?: ReactNode
}

/** Rows that come all at once: ordered and turned here. */
export function ServedTable({ report, title, read, rows, linkOf = () => null, nameRow, children }: ServedTableProps) {
  const [list, setList] = useState(firstPage)
  const header = <CardHeader title={title}>{children}</CardHeader>
  const isRead = read.data !== undefined
  if (isUnread(read) || (isRead && rows.length === 0))
    return (
      <Card className="min-w-0">
        {header}
        {isRead ? (
          <EmptyState icon={CalendarX2} title={t('report.empty')} />
        ) : (
          <div className="flex justify-center p-4">
            <RetryButton size="small" onRetry={() => void read.refetch()} />
          </div>
        )}
      </Card>
    )
  // What a period without so many rows leaves of the page is its last one.
  const number = Math.min(list.page, Math.max(1, Math.ceil(rows.length / list.size)))
  const begin = (number - 1) * list.size
  const shown = sortRows(rows, list.sort).slice(begin, begin + list.size)
  return (
    <RowsCard
      report={report}
      label={title}
      header={header}
      list={{ ...list, page: number }}
      page={isRead ? page([...shown], number, list.size, rows.length) : undefined}
      isBusy={!isRead}
      total={undefined}
      linkOf={(measure, row) => row && linkOf(measure, row)}
      nameRow={nameRow}
      onList={(next) => setList({ ...list, page: 1, ...next })}
    />
  )
}
