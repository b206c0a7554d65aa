import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { listOptions } from '#console/data/query/queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { buttonClass } from '#console/ui/button.tsx'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { CallButtons } from '../../calls/call-buttons.tsx'
import { type ListSearch, readSearch, writeSearch } from '../../list/query/search.ts'
import { formatNumber } from '../../text/format.ts'
import { editLink, listLink, recordLink } from '../../text/section-link.ts'
import { backLink } from '../values/back-link.ts'
import { useRecordKeys } from './use-record-keys.ts'

interface Neighbour {
  id: string
  search: ListSearch
}

/** Records before and after in the list that the person came from, across its pages. */
function useNeighbours(section: Section, ref: string, search: ListSearch) {
  const { query } = readSearch(search)
  const here = useQuery(listOptions(section, query))
  const rows = here.data?.data ?? []
  const index = rows.findIndex((row) => row.ref === ref)
  const known = index >= 0
  const atEnd = known && index === rows.length - 1 && query.page * query.size < (here.data?.total_record ?? 0)
  const atStart = known && index === 0 && query.page > 1
  const page = (number: number): ListQuery => ({ ...query, page: Math.max(1, number) })
  const after = useQuery({ ...listOptions(section, page(query.page + 1)), enabled: atEnd })
  const before = useQuery({ ...listOptions(section, page(query.page - 1)), enabled: atStart })
  const to = (row: { ref: string } | undefined, number: number): Neighbour | null =>
    row ? { id: row.ref, search: writeSearch(page(number), search.view) } : null
  return {
    previous: atStart ? to(before.data?.data.at(-1), query.page - 1) : known ? to(rows[index - 1], query.page) : null,
    next: atEnd ? to(after.data?.data[0], query.page + 1) : known ? to(rows[index + 1], query.page) : null,
    place: known ? (query.page - 1) * query.size + index + 1 : null,
    total: here.data?.total_record ?? rows.length,
    /** The list has no total, and a next page. */
    least: section.wire.omitTotal && (here.data?.next_page ?? 0) > 0,
  }
}

interface Props {
  section: Section
  record: AnyRow | null
  search: ListSearch
  /** Screen that the form was opened from and returns to. */
  from?: string | null
  /** Record that a new one is added to, and whose page the form returns to. */
  parent?: { section: string; id: string } | null
  /** Whether the neighbours open for editing, too. */
  mayEdit: boolean
  name: string
  mark: ReactNode
}

/** Link back to the list, the record's name, and links to its neighbours in the list. */
export function FormHeader({ section, record, search, from = null, parent = null, mayEdit, name, mark }: Props) {
  const header = useRecordKeys(record === null)
  return (
    <header ref={header} className="flex items-center gap-2 px-4 pt-4 pb-4 max-sm:flex-wrap">
      {section.kind !== 'setting' && (
        <Link
          data-back=""
          {...(parent ? editLink(parent.section, parent.id) : from ? backLink(from) : listLink(section.name, search))}
          aria-label={from || parent ? t(`nav.${from ?? parent?.section}`) : t('kit.backToList')}
          className={`${buttonClass({ variant: 'quiet', size: 'icon' })} -ms-2`}
        >
          <ArrowLeft className="rtl:rotate-180" />
        </Link>
      )}
      <h1 dir="auto" tabIndex={-1} className="min-w-0 text-xl font-semibold wrap-anywhere line-clamp-3 max-sm:flex-1 max-sm:basis-0">
        {name}
      </h1>
      {mark}
      {/* On a phone below the name, where there is room. */}
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:order-last max-sm:basis-full">
        {record && <CallButtons section={section} on="record" rows={[record]} />}
      </div>
      {record && section.kind !== 'setting' && <Neighbours section={section} record={record} search={search} mayEdit={mayEdit} />}
    </header>
  )
}

function Neighbours({ section, record, search, mayEdit }: { section: Section; record: AnyRow; search: ListSearch; mayEdit: boolean }) {
  const link = (to: Neighbour | null) => to && recordLink(section.name, to.id, to.search, mayEdit)
  const { previous, next, place, total, least } = useNeighbours(section, record.ref, search)
  if (place === null) return null
  return (
    <nav aria-label={t('kit.neighbours')} className="ms-auto flex items-center gap-1 text-sm text-muted-foreground">
      <Step link={link(previous)} label={t('kit.previousRecord')} icon={<ChevronLeft className="rtl:rotate-180" />} />
      <span className="tabular-nums max-sm:sr-only">
        {t('list.pageOf', { page: formatNumber(place), pages: `${formatNumber(total)}${least ? '+' : ''}` })}
      </span>
      <Step link={link(next)} label={t('kit.nextRecord')} icon={<ChevronRight className="rtl:rotate-180" />} />
    </nav>
  )
}

function Step({ link, label, icon }: { link: ReturnType<typeof recordLink> | null; label: string; icon: ReactNode }) {
  const look = buttonClass({ variant: 'quiet', size: 'icon' })
  if (!link) {
    return (
      <button type="button" disabled aria-label={label} className={look}>
        {icon}
      </button>
    )
  }
  return (
    <Link {...link} aria-label={label} className={look}>
      {icon}
    </Link>
  )
}
