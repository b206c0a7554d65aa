import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { readItem, writeItem } from '#console/data/base/storage.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t } from '#console/i18n/i18n.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { baseOf, isMain, type View, withBase } from '#contract/kit/section/view.ts'
import { type May, useMay } from '../../text/permissions.ts'
import { addLink, parentParam } from '../../text/section-link.ts'
import { SheetButtons, StaleNotice, ViewLinks, ViewTabs } from '../deferred-parts.ts'
import { ListTools } from '../filters/list-tools.tsx'
import * as look from '../query/classes.ts'
import { getFilteredValues } from '../query/filtered-values.ts'
import { columnsOf, type ListParts, type ListTabs, type PaneState, type Parent, paneKey } from '../query/pane.ts'
import { readSearch, writeSearch } from '../query/search.ts'
import { useColumns } from '../query/use-columns.ts'
import { useViews } from '../query/use-views.ts'
import type { useRows } from '../rows/use-rows.ts'
import { ListTable } from './list-table.tsx'

export interface ListPaneProps {
  parts: ListParts
  view: View
  parent?: Parent
  state: PaneState
  /** Heading of the screen, or of one list of several. */
  heading: { level: 1 | 2; text: string }
  /** Accessible name; default: heading. */
  label?: string
  /** Rows alone in their order: one of several lists on a screen. */
  bare?: boolean
  /** Permissions here, where they are fewer than in the section. */
  may?: May
  /** Source of the rows, where it is not the section's list call; the same in every render. */
  useList?: typeof useRows
  /** Another list call of the section that reads the rows. */
  call?: Call | undefined
  /** On a phone entries of the filters' sheet, if the trash is the only other one. */
  tabs?: ListTabs | undefined
  /** Between heading and tools. */
  children?: ReactNode
}

/** The number of rows that somebody chose for this path (docs/product/lists.md#table); null for none. */
const keptSize = (text: string | null) => (text && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : null)

/** A list of records on any screen: the query of the view or the parent is the base, apart from the person's query, which `state` keeps. */
export function ListPane({
  parts,
  view,
  parent,
  state,
  heading,
  label = heading.text,
  bare = false,
  tabs,
  children,
  ...rest
}: ListPaneProps) {
  const { section, extras } = parts
  const { search, show } = state
  const phone = usePhone()
  const navigate = useNavigate()
  const base = baseOf(view)
  if (parent) base.filters = [...base.filters, { field: parent.field, values: [String(parent.record.id)] }]
  const allowed = useMay(section)
  const may = rest.may ?? allowed
  const key = paneKey(section, view, isMain(view), parent)
  const sizeKey = `lapangan-size-${key}`
  const size = keptSize(readItem(sizeKey)) ?? view.size
  const { query, problem } = readSearch(size && !search.size ? { ...search, size: String(size) } : search)
  const shown = useColumns(key, columnsOf(parts, view))
  const views = useViews(key)
  const onQuery = (next: ListQuery, replace = false, toTop = true) => {
    if (next.size !== query.size) writeItem(sizeKey, String(next.size))
    show(writeSearch(next, search.view), replace, toTop)
  }
  const body = extras.bodies?.find((each) => each.name === search.view) ?? extras.bodies?.[0]
  const Body = body?.body
  const asked = withBase(query, base)
  const add = addLink(section.name, { ...getFilteredValues(section, asked), ...(parent && { [parentParam]: parent.section }) })
  const onAdd = () => may.create && void navigate(add)
  // A record's page finds its neighbours by this query; a view with its own path is named instead.
  const listed = view.at ? { ...search, at: view.at } : asked === query ? search : writeSearch(asked, search.view)
  const Heading = `h${heading.level}` as const
  // A trash alone is in the sheet: it costs no line.
  const hasTabBar = !phone || tabs?.views.some(({ at, trash }) => at && !trash)
  const sheetTabs = hasTabBar ? undefined : tabs
  // A list below a form has the form's own actions there.
  const floats = phone && heading.level === 1

  return (
    <div className="flex min-w-0 flex-col">
      <header
        className={
          bare
            ? 'px-4 pt-3 pb-2'
            : phone
              ? 'flex min-h-control items-center gap-1 ps-4 pt-1'
              : 'flex flex-wrap items-center gap-2 px-4 pt-4 pb-2'
        }
      >
        <Heading className={heading.level === 1 ? 'me-auto min-w-0 text-xl font-semibold' : 'me-auto text-sm font-medium'}>
          {heading.text}
          {sheetTabs && label !== heading.text && <span className="text-muted-foreground"> · {label}</span>}
        </Heading>
        {!bare && (
          <>
            {phone && extras.toolbar?.(query, onQuery, base)}
            <Suspense>{section.export && <SheetButtons section={section} query={asked} columns={shown.visible} />}</Suspense>
            {may.create && (
              <Link
                {...add}
                data-add=""
                className={buttonClass({ variant: 'primary', ...(floats && { size: null, className: look.floating }) })}
              >
                <Plus />
                <span className={floats ? 'sr-only' : ''}>{t('list.add')}</span>
              </Link>
            )}
          </>
        )}
      </header>
      {hasTabBar && tabs && <ViewLinks {...tabs} />}
      {children}
      {!bare && (
        <>
          <ListTools {...{ section, extras, search, show, query, asked, base, shown, views, tabs: sheetTabs, call: rest.call }} />
          {problem && (
            <p role="alert" className="mx-4 mb-3 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
              {t('list.brokenLink', { message: problem.message })}
            </p>
          )}
          {!phone && extras.quick?.body(query, onQuery)}
          {extras.above?.(query, onQuery)}
          {!view.trash && (query.filters.length > 0 || query.search !== '') && extras.narrowed?.(asked)}
          <Suspense>
            <StaleNotice queryKey={view.trash ? queryKeys.trash(section.name) : queryKeys.lists(section.name)} className="mx-4 mb-3" />
          </Suspense>
          <Suspense>{!phone && views.views.length > 0 && <ViewTabs views={views.views} current={search} onChoose={show} />}</Suspense>
        </>
      )}
      {Body ? (
        <Body query={query} search={search} onQuery={onQuery} />
      ) : (
        <ListTable
          {...parts}
          label={label}
          columns={shown.visible}
          query={query}
          asked={asked}
          search={listed}
          onQuery={onQuery}
          onAdd={onAdd}
          may={may}
          bare={bare}
          useList={rest.useList}
          call={rest.call}
        />
      )}
    </div>
  )
}
