import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArchiveRestore, ArrowLeft } from 'lucide-react'
import { hasNoConnection } from '#console/data/api/api-error.ts'
import { serverNow } from '#console/data/base/server-clock.ts'
import { trashedOneOptions } from '#console/data/query/trash.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { trashPath } from '#contract/kit/section/view.ts'
import { recordWidth } from '../form/screen/record-columns.tsx'
import { RecordFields } from '../form/screen/record-detail.tsx'
import { RecordTabs } from '../form/screen/record-tabs.tsx'
import { type FormSearch, type ListSearch, listSearch } from '../list/query/search.ts'
import { Failed } from '../list/table/no-rows.tsx'
import { PageSkeleton } from '../parts/page-skeleton.tsx'
import { formatDateTime } from '../text/format.ts'
import { listLink } from '../text/section-link.ts'
import { titleOf } from '../text/title-of.ts'
import { restore } from './trash-actions.ts'
import { useMayRestore } from './use-may-restore.ts'

interface Props {
  section: Section
  id: string
  search: FormSearch
}

/** A deleted record to view before restoring: as a member's request, with the reason of the deletion. */
export function TrashedRecord({ section, id, search }: Props) {
  useLocale()
  const { data, error, fetchStatus, refetch } = useQuery(trashedOneOptions(section, id))
  const at = trashPath(section)
  if (data)
    return (
      <RecordTabs section={section} record={data} search={search} trashAt={at} readOnly>
        <Shown section={section} row={data} search={{ ...listSearch(search), at }} />
      </RecordTabs>
    )
  const offline = hasNoConnection({ error, fetchStatus })
  if (error || offline) return <Failed message={error?.message ?? t('app.wrong')} offline={offline} onRetry={() => void refetch()} />
  return <PageSkeleton />
}

const day = 24 * 3_600_000

type DeletedRow = AnyRow & { deleted_at?: unknown }

/** When it was deleted; a record without that time was last changed by its deletion. */
const deletedAtOf = (row: DeletedRow) => toText(row.deleted_at ?? row.updated_at)

/** Last moment of restoring, in milliseconds; null without a limit. */
function lastMomentOf({ trash }: Section, deletedAt: string): number | null {
  const at = Date.parse(deletedAt)
  return trash?.restorableDays === undefined || Number.isNaN(at) ? null : at + trash.restorableDays * day
}

function Shown({ section, row, search }: { section: Section; row: DeletedRow; search: ListSearch }) {
  const navigate = useNavigate()
  const deletedAt = deletedAtOf(row)
  const until = lastMomentOf(section, deletedAt)
  const isOver = row.erased_at != null || (until !== null && until <= serverNow())
  const mayRestore = useMayRestore(section) && !isOver
  const name = titleOf(section, row)
  useTitle(name)
  const back = listLink(section.name, search)
  const letOut = async () => {
    if (await restore(section, [row])) await navigate(back)
  }
  return (
    <article className={`flex flex-col ${recordWidth(section)}`}>
      <header className="flex flex-wrap items-center gap-2 px-4 pt-4 pb-4">
        <Link {...back} aria-label={t('kit.backToList')} className={`${buttonClass({ variant: 'quiet', size: 'icon' })} -ms-2`}>
          <ArrowLeft className="rtl:rotate-180" />
        </Link>
        <h1 className="me-auto min-w-0 text-xl font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </h1>
        {mayRestore && (
          <Button variant="primary" onClick={() => void letOut()}>
            <ArchiveRestore />
            {t('trash.restore')}
          </Button>
        )}
      </header>
      <div className="flex flex-col gap-4 px-4 pb-6">
        <div className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
          <p>
            {t('field.deleted_at')} <time dateTime={deletedAt}>{formatDateTime(deletedAt)}</time>
            {row.updated_by && (
              <>
                {' · '}
                <bdi>{row.updated_by}</bdi>
              </>
            )}
          </p>
          {until !== null && (
            <p className="font-medium">
              {isOver ? t('trash.over') : t('trash.until', { date: formatDateTime(new Date(until).toISOString()) })}
            </p>
          )}
        </div>
        <RecordFields section={section} record={row} />
      </div>
    </article>
  )
}
