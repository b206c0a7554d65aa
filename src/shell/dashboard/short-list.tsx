import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { listOptions } from '#console/data/query/queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { recordPath } from '#console/kit/text/section-link.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { firstPage, type ListQuery } from '#contract/kit/field/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { PathLink } from '../base/path-link.tsx'
import { listHref } from './list-href.ts'

const shown = 5

interface Props {
  section: Section
  name: string
  icon: LucideIcon
  title: string
  empty: string
  query: Pick<ListQuery, 'filters' | 'sort'>
  row: (row: AnyRow) => ReactNode
}

/** The first records of a filtered list, their total, and a link to the list. */
export function ShortList({ section, name, icon, title, empty, query, row }: Props) {
  const { data, isError, isPaused } = useQuery(listOptions(section, { ...firstPage, ...query, size: shown }))
  // It can wait for the network before failing.
  const isUnknown = !data && (isError || isPaused)
  const mayEdit = useMay(section).update && section.actions.includes('update')
  const total = data?.total_record ?? 0
  return (
    <Card aria-labelledby={name}>
      <CardHeader title={<span id={name}>{total ? `${title}: ${formatNumber(total)}` : title}</span>} />
      {!data && !isUnknown && (
        <div className="grid gap-3 p-4">
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} className="h-9" />
          ))}
        </div>
      )}
      {(data ? total === 0 : isUnknown) && <EmptyState icon={icon} title={isUnknown ? t('dashboard.unknown') : empty} />}
      <ul className="divide-y divide-border/60">
        {data?.data.map((each) => (
          <li key={each.ref}>
            <PathLink
              href={recordPath(section.name, each.ref, mayEdit)}
              className="flex min-h-13 items-center gap-3 px-4 py-2 text-sm transition-colors hover:bg-muted"
            >
              {row(each)}
            </PathLink>
          </li>
        ))}
      </ul>
      {total > shown && (
        <div className="border-t border-border/60 px-2 py-1">
          <PathLink href={listHref(section.name, query)} className={buttonClass({ variant: 'ghost', size: 'small' })}>
            {t('dashboard.showAll')}
          </PathLink>
        </div>
      )}
    </Card>
  )
}
