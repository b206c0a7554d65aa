import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError } from '#console/data/api/api-error.ts'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Entry } from '#console/kit/history/entry.tsx'
import { HeadedPane } from '#console/kit/list/headed-pane.tsx'
import { LinesSkeleton } from '#console/kit/list/lines-skeleton.tsx'
import { readSearch, writeSearch } from '#console/kit/list/query/search.ts'
import { Pagination } from '#console/kit/list/rows/pagination.tsx'
import type { ListPaneProps } from '#console/kit/list/screen/list-pane.tsx'
import { Empty, Failed } from '#console/kit/list/table/states.tsx'
import { SearchBox } from '#console/kit/parts/search-box.tsx'
import { useMay } from '#console/kit/text/permissions.ts'
import { recordLink } from '#console/kit/text/section-link.ts'
import { formatListQuery, type ListQuery } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import type { HistoryEntry } from '#contract/kit/section/history.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { member } from '#contract/sections/member/member.ts'

interface MemberChange extends HistoryEntry {
  member_id: number
  member_name: string
}

const call = sectionCall(member, 'histories')

function useChanges(query: ListQuery) {
  return useQuery({
    queryKey: queryKeys.call(call.name, formatListQuery(query)),
    queryFn: ({ signal }) => request<Omit<Page<MemberChange>, 'total_record'>>(call, { list: query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Changes of all members visible to this person, newest first, in place of the list. */
export function HistoryPane({ state, heading, children }: ListPaneProps) {
  useLocale()
  const may = useMay(member)
  const { query: asked } = readSearch(state.search)
  // Its order is fixed.
  const query = { ...asked, sort: null }
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useChanges(query)
  const show = (next: Partial<ListQuery>, replace = false) => state.show(writeSearch({ ...query, page: 1, ...next }), replace)
  const offline = fetchStatus === 'paused' || (error instanceof ApiError && error.offline)
  return (
    <HeadedPane heading={heading.text} top={children}>
      <div className="flex px-4 pb-3">
        <SearchBox value={query.search} onSearch={(search) => show({ search }, true)} />
      </div>
      {!data && (error || offline) && (
        <Failed message={error?.message ?? t('app.wrong')} offline={offline} onRetry={() => void refetch()} />
      )}
      {!data && !error && !offline && (
        <div className="px-6">
          <LinesSkeleton />
        </div>
      )}
      {data?.data.length === 0 && (
        <Empty filtered={query.search !== '' || query.filters.length > 0} onClear={() => show({ search: '', filters: [] })} />
      )}
      {data && data.data.length > 0 && (
        <>
          <ol className={`mx-6 grid gap-5 border-s py-2 ps-4 ${isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={isPlaceholderData}>
            {data.data.map((entry) => (
              <Entry key={entry.id} section={member} entry={entry}>
                <Link
                  {...recordLink(member.name, String(entry.member_id), {}, may.update)}
                  className="font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
                >
                  <bdi>{entry.member_name}</bdi>
                </Link>
              </Entry>
            ))}
          </ol>
          <Pagination
            page={data.current_page}
            size={data.page_size}
            total={
              data.next_page ? (data.total_page - 1) * data.page_size + 1 : (data.current_page - 1) * data.page_size + data.data.length
            }
            least
            more={0}
            onPage={(page) => show({ page })}
            onSize={(size) => show({ size })}
            onIntent={() => undefined}
          />
        </>
      )}
    </HeadedPane>
  )
}
