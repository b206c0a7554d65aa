import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowDownUp, Bookmark, Columns3, ListFilter, Plus } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { firstRow } from '#console/data/first-row.ts'
import { queryKeys } from '#console/data/query-keys.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { useTitle } from '#console/ui/use-title.ts'
import { type ListQuery, parseFilters, parseSort } from '#contract/kit/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section.ts'
import type { ListTableOptions } from '#contract/kit/section-options.ts'
import { partLabel } from '../labels.ts'
import { useMay } from '../permissions.ts'
import { addLink, listLink } from '../section-link.ts'
import type { Column } from './columns.ts'
import type { ListExtras } from './extras.ts'
import { Later } from './later.tsx'
import {
  CallButtons,
  ColumnsMenu,
  FilterPanel,
  loadColumns,
  loadFilters,
  loadPanels,
  loadSort,
  loadViews,
  SheetButtons,
  SortMenu,
  StaleNotice,
  ViewsMenu,
} from './lazy.ts'
import { ListTable } from './list-table.tsx'
import { type ListSearch, readSearch, writeSearch } from './search.ts'
import { SearchBox } from './search-box.tsx'
import { useColumns } from './use-columns.ts'
import { useViews } from './use-views.ts'
import { ViewTabs } from './view-tabs.tsx'

export interface ListScreenProps {
  section: Section
  columns: readonly Column[]
  search: ListSearch
  extras?: ListExtras
  onIntent: (row: AnyRow) => void
  /** Called when the first row is there and the device has time. */
  onIdle: () => void
}

/** The query of a table with a preset state, such as the active records in their order. */
function presetQuery(options: ListTableOptions): ListQuery {
  return { page: 1, size: options.size ?? 100, sort: parseSort(options.sort), ...parseFilters(options.query ?? '') }
}

/** The shared list screen (part-1 section 2). Its whole state is the URL. */
export function ListScreen({ section, columns, search, extras = {}, onIntent, onIdle }: ListScreenProps) {
  useLocale()
  const path = `/${section.name}/list`
  const navigate = useNavigate()
  const { query, problem } = readSearch(search)
  const may = useMay(section)
  const shown = useColumns(path, columns)
  const views = useViews(path)
  const name = t(`nav.${section.name}`)
  useTitle(name)
  const show = (next: ListSearch, replace = false) => void navigate({ ...listLink(section.name, next), replace })
  const onQuery = (next: ListQuery, replace = false) => show(writeSearch(next, search.view), replace)
  const onAdd = () => may.create && void navigate(addLink(section.name))
  const body = extras.bodies?.find((each) => each.name === search.view) ?? extras.bodies?.[0]
  const Body = body?.body
  const sortable = shown.all.filter((column) => column.sortable)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per screen
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300))
    void firstRow.then(() =>
      idle(() => {
        onIdle()
        void loadPanels().catch(() => undefined)
      }),
    )
  }, [])

  return (
    <div className="flex min-w-0 flex-col">
      <header className="flex flex-wrap items-center gap-2 px-4 pt-4 pb-3">
        <h1 className="me-auto text-xl font-semibold">{name}</h1>
        <Suspense>{section.export && <SheetButtons section={section} query={query} columns={shown.visible} />}</Suspense>
        {Object.values(section.calls).some(({ on }) => on === 'list') && (
          <Suspense>
            <CallButtons section={section} on="list" rows={[]} />
          </Suspense>
        )}
        {may.create && (
          <Link {...addLink(section.name)} className={buttonClass({ variant: 'primary' })}>
            <Plus />
            {t('list.add')}
          </Link>
        )}
        <div className="flex w-full flex-wrap items-center gap-2">
          <SearchBox value={query.search} onSearch={(text) => show(writeSearch({ ...query, page: 1, search: text }, search.view), true)} />
          <div className="flex min-w-0 grow flex-wrap items-center justify-end gap-1 sm:gap-2">
            {extras.toolbar?.(query, onQuery)}
            {extras.bodies && (
              <fieldset className="flex rounded-md border p-0.5">
                <legend className="sr-only">{t('list.viewAs')}</legend>
                {extras.bodies.map((each, index) => (
                  <Button
                    key={each.name}
                    variant="quiet"
                    size="smallIcon"
                    aria-label={each.label}
                    aria-pressed={each === body}
                    className="aria-pressed:bg-muted aria-pressed:text-foreground"
                    onClick={() => show(writeSearch(query, index ? each.name : undefined))}
                  >
                    <each.icon />
                  </Button>
                ))}
              </fieldset>
            )}
            {(section.list.filters.length > 0 || section.list.dates.length > 0) && (
              <Later
                panel={FilterPanel}
                load={loadFilters}
                props={{ section, query, onQuery }}
                button={(on) => (
                  <Button aria-haspopup="dialog" aria-label={t('list.filters')} {...on}>
                    <ListFilter />
                    <span className="max-sm:hidden">{t('list.filters')}</span>
                    {query.filters.length > 0 && (
                      <span className="rounded bg-primary-soft px-1.5 text-xs text-primary-text">{query.filters.length}</span>
                    )}
                  </Button>
                )}
              />
            )}
            {!Body && sortable.length > 0 && (
              <span className="contents md:hidden">
                <Later
                  panel={SortMenu}
                  load={loadSort}
                  props={{ columns: sortable, sort: query.sort, onSort: (sort: ListQuery['sort']) => onQuery({ ...query, page: 1, sort }) }}
                  button={(on) => (
                    <Button aria-haspopup="dialog" aria-label={t('list.sort')} {...on}>
                      <ArrowDownUp />
                    </Button>
                  )}
                />
              </span>
            )}
            {!Body && (
              <span className={extras.card ? 'contents max-md:hidden' : 'contents'}>
                <Later
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
              </span>
            )}
            <Later
              panel={ViewsMenu}
              load={loadViews}
              props={{ views: views.views, current: search, onSave: (as: string) => views.save(as, search), onRemove: views.remove }}
              button={(on) => (
                <Button aria-haspopup="dialog" aria-label={t('list.views')} {...on}>
                  <Bookmark />
                  <span className="max-lg:hidden">{t('list.views')}</span>
                </Button>
              )}
            />
          </div>
        </div>
        {problem && (
          <p role="alert" className="w-full rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
            {t('list.brokenLink', { message: problem.message })}
          </p>
        )}
      </header>
      {extras.above?.(query, onQuery)}
      <Suspense>
        <StaleNotice queryKey={queryKeys.lists(section.name)} className="mx-4 mb-3" />
      </Suspense>
      <ViewTabs views={views.views} current={search} onChoose={show} />
      {Body ? (
        <Body query={query} search={search} onQuery={onQuery} />
      ) : (
        section.list.tables.map((options) => {
          const isPreset = options.query !== undefined
          const label = section.list.tables.length > 1 ? partLabel('table', options.name, section.name) : name
          return (
            <section key={options.name} className="min-w-0">
              {section.list.tables.length > 1 && <h2 className="px-4 pt-3 pb-2 text-sm font-medium">{label}</h2>}
              <ListTable
                section={section}
                options={options}
                label={label}
                columns={shown.visible}
                query={isPreset ? presetQuery(options) : query}
                search={search}
                onQuery={isPreset ? null : onQuery}
                onAdd={onAdd}
                may={may}
                extras={extras}
                onIntent={onIntent}
              />
            </section>
          )
        })
      )}
    </div>
  )
}
