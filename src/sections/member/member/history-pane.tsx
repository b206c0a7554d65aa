import { Link } from '@tanstack/react-router'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Entry } from '#console/kit/history/entry.tsx'
import { HeadedPane } from '#console/kit/list/headed-pane.tsx'
import { readSearch, writeSearch } from '#console/kit/list/query/search.ts'
import { CallList } from '#console/kit/list/screen/call-list.tsx'
import type { ListPaneProps } from '#console/kit/list/screen/list-pane.tsx'
import { SearchBox } from '#console/kit/parts/search-box.tsx'
import { useMay } from '#console/kit/text/permissions.ts'
import { recordLink } from '#console/kit/text/section-link.ts'
import { Button } from '#console/ui/button.tsx'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { HistoryEntry } from '#contract/kit/section/history.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { member } from '#contract/sections/member/member.ts'

interface MemberChange extends HistoryEntry {
  member_id: number
  member_name: string
}

const call = sectionCall(member, 'histories')

/** Changes of all members visible to this person, newest first, in place of the list. */
export function HistoryPane({ state, heading, tabs }: ListPaneProps) {
  useLocale()
  const may = useMay(member)
  const { query } = readSearch(state.search)
  const { search, filters } = query
  const texts = { offline: t('history.offline'), empty: t('list.empty'), more: t('history.older') }
  const show = (next: Partial<ListQuery>, replace = false) => state.show(writeSearch({ ...query, page: 1, ...next }), replace)
  return (
    <HeadedPane heading={heading} tabs={tabs} call={call}>
      <div className="flex flex-wrap gap-2">
        <SearchBox value={search} onSearch={(next) => show({ search: next }, true)} />
        {filters.length > 0 && <Button onClick={() => show({ search: '', filters: [] })}>{t('list.clearFilters')}</Button>}
      </div>
      <div className="flex flex-col px-2">
        <CallList<MemberChange> call={call} search={search} filters={filters} texts={texts}>
          {(changes) => (
            <ol className="grid gap-5 border-s py-2 ps-4">
              {changes.map((entry) => (
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
          )}
        </CallList>
      </div>
    </HeadedPane>
  )
}
