import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { formatDate, formatNumber } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { chatsLink, type DayOfPerson } from './report-calls.ts'
import { minutes } from './report-parts.tsx'

/** Initial rows, and added per press. */
const step = 15

/** Answered questions by day and person; each row links to the chats. */
export function AnsweredTable({ rows }: { rows: readonly DayOfPerson[] | undefined }) {
  const [count, setCount] = useState(step)
  const title = t('tanya-saham.report.byDay')
  const head = 'px-4 py-2 text-xs font-medium text-muted-foreground'
  return (
    <Card aria-busy={!rows} className="min-w-0 overflow-hidden lg:row-span-2">
      <CardHeader title={title} />
      {!rows && (
        <div className="p-4">
          <Skeleton className="h-64" />
        </div>
      )}
      {rows?.length === 0 && <p className="p-4 text-sm text-muted-foreground">{t('tanya-saham.report.none')}</p>}
      {rows && rows.length > 0 && (
        <table aria-label={title} className="w-full table-fixed text-sm">
          <thead>
            <tr className="border-b">
              <th scope="col" className={`${head} text-start sm:w-32`}>
                {t('tanya-saham.report.day')}
              </th>
              <th scope="col" className={`${head} hidden px-2 text-start sm:table-cell md:px-4`}>
                {t('tanya-saham.report.by')}
              </th>
              <th scope="col" className={`${head} w-20 px-2 text-end`}>
                <span className="block truncate">{t('tanya-saham.report.questions')}</span>
              </th>
              <th scope="col" className={`${head} w-24 ps-1 text-end`}>
                <span className="block truncate">{t('tanya-saham.report.wait')}</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-border/60">
            {rows.slice(0, count).map(({ date, user_id, name, questions, median_wait }) => (
              <tr key={`${date} ${user_id}`} className="relative h-12 hover:bg-muted">
                <td className="whitespace-nowrap ps-4 tabular-nums">
                  <Link
                    {...chatsLink({ answered_on: date, answered_by: String(user_id) })}
                    className="-outline-offset-2 after:absolute after:inset-0"
                  >
                    {formatDate(date)}
                  </Link>
                  <bdi className="block truncate text-xs text-muted-foreground sm:hidden">{name ?? t('tanya-saham.report.unknown')}</bdi>
                </td>
                <td className="hidden truncate px-2 sm:table-cell md:px-4">
                  <bdi>{name ?? t('tanya-saham.report.unknown')}</bdi>
                </td>
                <td className="px-2 text-end tabular-nums">{formatNumber(questions)}</td>
                <td className="truncate ps-1 pe-4 text-end text-muted-foreground tabular-nums">{minutes(median_wait)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows && rows.length > count && (
        <div className="border-t p-2">
          <Button variant="quiet" className="w-full" onClick={() => setCount(count + step)}>
            {t('tanya-saham.report.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}
