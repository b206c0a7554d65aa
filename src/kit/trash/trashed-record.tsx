import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArchiveRestore, ArrowLeft } from 'lucide-react'
import { ApiError } from '#console/data/api/api-error.ts'
import { trashedOneOptions } from '#console/data/query/trash.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { trashPath } from '#contract/kit/section/view.ts'
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
  const offline = fetchStatus === 'paused' || (error instanceof ApiError && error.offline)
  if (error || offline) return <Failed message={error?.message ?? t('app.wrong')} offline={offline} onRetry={() => void refetch()} />
  return <PageSkeleton />
}

interface ShownProps {
  section: Section
  row: AnyRow & { deleted_at?: unknown }
  search: ListSearch
}

function Shown({ section, row, search }: ShownProps) {
  const navigate = useNavigate()
  const mayRestore = useMayRestore(section)
  const name = titleOf(section, row)
  useTitle(name)
  const back = listLink(section.name, search)
  // A request to be deleted has a time of its own; other records change last by being deleted.
  const deletedAt = toText(row.deleted_at) || row.updated_at
  const letOut = async () => {
    if (await restore(section, [row])) await navigate(back)
  }
  return (
    <article className="mx-auto flex w-full max-w-4xl flex-col">
      <header className="flex flex-wrap items-center gap-2 px-4 pt-4 pb-4">
        <Link {...back} aria-label={t('kit.backToList')} className={`${buttonClass({ variant: 'quiet', size: 'icon' })} -ms-2`}>
          <ArrowLeft className="rtl:rotate-180" />
        </Link>
        <h1 dir="auto" className="me-auto min-w-0 truncate text-xl font-semibold">
          {name}
        </h1>
        {mayRestore && (
          <Button variant="primary" onClick={() => void letOut()}>
            <ArchiveRestore />
            {t('trash.restore')}
          </Button>
        )}
      </header>
      <div className="flex flex-col gap-4 px-4 pb-6">
        <p className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
          {t('field.deleted_at')} <time dateTime={deletedAt}>{formatDateTime(deletedAt)}</time>
          {row.updated_by && (
            <>
              {' · '}
              <bdi>{row.updated_by}</bdi>
            </>
          )}
        </p>
        <RecordFields section={section} record={row} />
      </div>
    </article>
  )
}
