import { Bookmark, Columns3, ListFilter } from 'lucide-react'
import { Suspense } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { Section } from '#contract/kit/section/section.ts'
import type { Base } from '#contract/kit/section/view.ts'
import { LoadOnPress } from '../../parts/deferred.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import {
  BodySwitch,
  ColumnsMenu,
  FilterChips,
  FilterPanel,
  FilterSheet,
  loadColumns,
  loadFilters,
  loadSheet,
  loadViews,
  ViewsMenu,
} from '../deferred-parts.ts'
import type { ListExtras } from '../query/extras.ts'
import type { ListTabs, PaneState } from '../query/pane.ts'
import { writeSearch } from '../query/search.ts'
import type { useColumns } from '../query/use-columns.ts'
import type { useViews } from '../query/use-views.ts'

export interface ListToolsProps extends PaneState {
  section: Section
  extras: ListExtras
  /** The person's query, without the base. */
  query: ListQuery
  /** With the base: what the list asks. */
  asked: ListQuery
  base: Base
  shown: ReturnType<typeof useColumns>
  views: ReturnType<typeof useViews>
  tabs: ListTabs | undefined
  call: Call | undefined
}

/** Search, filters, order, columns and saved views of a list; on a phone the search and one sheet with all others. */
export function ListTools(props: ListToolsProps) {
  const { section, extras, search, show, query, base, shown, views } = props
  const phone = usePhone()
  const onQuery = (next: ListQuery, replace = false) => show(writeSearch(next, search.view), replace)
  const body = extras.bodies?.find((each) => each.name === search.view) ?? extras.bodies?.[0]
  const decided = new Set(base.filters.map(({ field }) => field))
  const count = query.filters.length
  const look = {
    'aria-haspopup': 'dialog',
    'aria-label': t('list.filters'),
    children: (
      <>
        <ListFilter />
        {!phone && <span className="max-sm:hidden">{t('list.filters')}</span>}
        {count > 0 && <span className="rounded bg-primary-soft px-1.5 text-xs text-primary-text">{count}</span>}
      </>
    ),
  } as const
  const box = (
    <SearchBox value={query.search} onSearch={(text) => show(writeSearch({ ...query, page: 1, search: text }, search.view), true)} />
  )
  if (phone)
    return (
      <>
        <div className="flex gap-2 px-4 pb-2">
          {box}
          <LoadOnPress panel={FilterSheet} load={loadSheet} props={props} button={(on) => <Button {...look} {...on} />} />
        </div>
        {count > 0 && (
          <Suspense fallback={<div className="h-control" />}>
            <FilterChips section={section} query={query} onQuery={onQuery} />
          </Suspense>
        )}
      </>
    )
  // What narrows a list, such as a link of a report, can be seen and taken off, but for what stands above it anyway.
  const chips = query.filters.some(({ field }) => !extras.quick?.fields.includes(field)) && (
    <Suspense fallback={<div className="h-control" />}>
      <FilterChips section={section} query={query} onQuery={onQuery} />
    </Suspense>
  )
  return (
    <>
      <div className="flex w-full flex-wrap items-center gap-2 px-4 pb-3">
        {box}
        <div className="flex min-w-0 grow flex-wrap items-center justify-end gap-1 sm:gap-2">
          {extras.toolbar?.(query, onQuery, base)}
          {extras.bodies && (
            <Suspense fallback={<span className="w-18" />}>
              <BodySwitch bodies={extras.bodies} chosen={body} onChoose={(name) => show(writeSearch(query, name))} />
            </Suspense>
          )}
          {(section.list.filters.length > 0 || section.list.dates.length > 0) && (
            <LoadOnPress
              panel={FilterPanel}
              load={loadFilters}
              props={{ section, query, onQuery, decided }}
              button={(on) => <Button {...look} {...on} />}
            />
          )}
          {!body?.body && (
            <LoadOnPress
              panel={ColumnsMenu}
              load={loadColumns}
              props={{ columns: shown.all, shown: shown.shown, onToggle: shown.toggle, onReset: shown.reset }}
              button={(on) => (
                <Button aria-haspopup="menu" aria-label={t('list.columns')} {...on}>
                  <Columns3 />
                  <span className="max-lg:hidden">{t('list.columns')}</span>
                </Button>
              )}
            />
          )}
          <LoadOnPress
            panel={ViewsMenu}
            load={loadViews}
            props={{ views: views.views, onSave: (as: string) => views.save(as, search), onRemove: views.remove }}
            button={(on) => (
              <Button aria-haspopup="dialog" aria-label={t('list.views')} {...on}>
                <Bookmark />
                <span className="max-lg:hidden">{t('list.views')}</span>
              </Button>
            )}
          />
        </div>
      </div>
      {chips}
    </>
  )
}
