import { useNavigate, useRouter } from '@tanstack/react-router'
import { type FocusEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { afterPaint } from '#console/data/base/deferred.ts'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { opensNewTab } from '../../text/new-tab.ts'
import type { May } from '../../text/permissions.ts'
import { listLink, recordLink, recordPath, trashedLink } from '../../text/section-link.ts'
import { titleOf } from '../../text/title-of.ts'
import {
  AfterRows,
  Empty,
  Failed,
  InlineSelect,
  ListFoot,
  LongCards,
  LongTable,
  MoveButtons,
  OrderTable,
  SwitchCell,
} from '../deferred-parts.ts'
import type { Column } from '../query/columns.ts'
import type { ListExtras } from '../query/extras.ts'
import { lastPage } from '../query/last-page.ts'
import type { RowTools } from '../query/row-tools.ts'
import { type ListSearch, writeSearch } from '../query/search.ts'
import { useSelection } from '../query/selection.ts'
import { useOrder } from '../rows/use-order.ts'
import { useRows } from '../rows/use-rows.ts'
import { Cards } from '../table/cards.tsx'
import { cellOf } from '../table/cell.tsx'
import { RowMenuButton } from '../table/row-menu-button.tsx'
import { Skeleton } from '../table/states.tsx'
import { Table } from '../table/table.tsx'

export interface ListTableProps {
  section: Section
  /** The table's name for screen readers. */
  label: string
  columns: readonly Column[]
  /** The person's query. */
  query: ListQuery
  /** The query sent: the person's and the base. */
  asked: ListQuery
  /** The list's state in a record's URL. */
  search: ListSearch
  onQuery: (query: ListQuery, replace?: boolean, toTop?: boolean) => void
  onAdd: () => void
  may: May
  extras: ListExtras
  /** Prefetches the edit page. */
  onIntent: (row: AnyRow) => void
  /** Rows in their order, not selectable: one of several tables. */
  bare: boolean
  useList?: typeof useRows | undefined
  /** Another list call of the section that reads the rows. */
  call?: Call | undefined
}

/** Page size from which only visible rows are drawn. */
const long = 100

/** A table of a screen: its rows in every state, with all their actions. */
export function ListTable({
  section,
  label,
  columns,
  query,
  asked,
  search,
  onQuery,
  onAdd,
  may,
  extras,
  onIntent,
  ...rest
}: ListTableProps) {
  const { bare, useList = useRows } = rest
  const phone = usePhone()
  const navigate = useNavigate()
  const list = useList(section, asked, rest.call)
  const { rows, move, group } = useOrder(section, asked.sort, list.rows, may.update)
  const selection = useSelection(list.records, writeSearch({ ...query, page: 1 }).query ?? '')
  const [active, setActive] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const title = (row: AnyRow) => titleOf(section, row)
  const newTab = opensNewTab()
  const { searchStr } = useRouter().buildLocation(listLink(section.name, search))
  const { recordAt: at } = extras
  const href = (row: AnyRow) => `${at ? `/${section.name}/${at}/${row.ref}` : recordPath(section.name, row.ref, may.update)}${searchStr}`
  const hasPage = section.hasPage && columns.some(({ link }) => link)
  const open = (row: AnyRow) => {
    if (!hasPage) return
    if (newTab) window.open(href(row), '_blank', 'noopener')
    // The press is seen at once; a form takes more than a frame.
    else
      afterPaint(
        () => void navigate(at ? trashedLink(section.name, at, row.ref, search) : recordLink(section.name, row.ref, search, may.update)),
      )
  }

  async function remove(chosen: readonly AnyRow[]) {
    const { askAndRemove } = await import('../../actions/ask-and-remove.ts')
    if (await askAndRemove(section, chosen)) selection.clear()
  }

  /** The focused row is the marked one, however it got the focus. */
  const onFocus = ({ target }: FocusEvent) => {
    const ref = target.closest('[data-ref]')?.getAttribute('data-ref')
    if (!bare && ref && ref !== active) setActive(ref)
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setActive(null)
  }

  const isProtected = (row: AnyRow) => extras.isProtected?.(row) ?? false
  const menu = (row: AnyRow): ReactNode => (
    <RowMenuButton
      section={section}
      row={row}
      title={title(row)}
      search={search}
      mayEdit={may.update && hasPage && !isProtected(row)}
      onDelete={may.delete && !isProtected(row) ? () => void remove([row]) : null}
      extra={extras.rowMenu?.(row) ?? null}
    />
  )
  const bulkEdits = may.update && section.list.bulkEdit.length > 0
  const isInline = (name: string, row: AnyRow) => may.update && section.list.inline.includes(name) && !isProtected(row)
  const hasCalls = Object.values(section.calls).some(({ placement }) => placement === 'record')
  const tools: RowTools = {
    href: hasPage ? href : null,
    open,
    newTab,
    title,
    selection: !bare && (may.delete || extras.bulk || bulkEdits) ? selection : null,
    active,
    menu: may.update || may.delete || extras.rowMenu || hasCalls ? menu : null,
    move: move
      ? (row) => (
          <Suspense>
            <MoveButtons row={row} title={title(row)} rows={group(row)} onMove={move} />
          </Suspense>
        )
      : null,
    cell: (column, row) =>
      section.switches[column.name] ? (
        <Suspense>
          <SwitchCell key={row.ref} section={section} name={column.name} row={row} title={title(row)} allowed={may.update} />
        </Suspense>
      ) : isInline(column.name, row) ? (
        <Suspense fallback={cellOf(column, row)}>
          <InlineSelect section={section} column={column} row={row} title={title(row)} />
        </Suspense>
      ) : null,
    card: extras.card ?? null,
    line: extras.line ?? null,
    cardAside: extras.cardAside ?? null,
    cardActions: extras.cardActions ?? null,
    intent: onIntent,
  }

  const isPastEnd = rows.length === 0 && list.state === 'ready' && !list.busy && query.page > 1
  useEffect(() => {
    // The last page may become empty: the page before it replaces it, also in the history.
    if (isPastEnd) onQuery({ ...query, page: lastPage(list.total, query) }, true)
  })

  const keys = bare ? null : (
    <AfterRows
      {...{ list, box, active, onAdd }}
      live={extras.live}
      query={asked}
      onActive={setActive}
      onOpen={open}
      onSelect={tools.selection?.toggle}
    />
  )
  const without = (state: ReactNode) => (
    <>
      {keys}
      {state}
    </>
  )
  if (list.state === 'loading' || isPastEnd) return without(<Skeleton columns={columns} size={query.size} cards={phone} />)
  if (list.state === 'failed')
    return without(
      <Suspense>
        <Failed message={list.message} offline={list.offline} onRetry={list.retry} />
      </Suspense>,
    )
  if (!rows.length) {
    const filtered = query.search !== '' || query.filters.length > 0
    return without(
      <Suspense>
        <Empty filtered={filtered} onClear={() => onQuery({ ...query, page: 1, search: '', filters: [] })} />
      </Suspense>,
    )
  }
  const table = {
    label,
    columns,
    rows,
    sort: bare ? asked.sort : query.sort,
    tools,
    busy: list.busy,
    short: bare,
    onSort: bare ? null : (sort: ListQuery['sort']) => onQuery({ ...query, page: 1, sort }),
  }
  const cards = { label, columns, rows, tools }
  return (
    <>
      {keys}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only observes the focus */}
      <div ref={box} className="contents" onFocus={onFocus} onBlur={onBlur}>
        {phone ? (
          <Suspense fallback={<Cards {...cards} />}>{rows.length > long ? <LongCards {...cards} /> : <Cards {...cards} />}</Suspense>
        ) : (
          <Suspense fallback={<Table {...table} busy rows={rows.slice(0, long)} />}>
            {move ? <OrderTable {...table} onMove={move} /> : query.size >= long ? <LongTable {...table} /> : <Table {...table} />}
          </Suspense>
        )}
      </div>
      {(!bare || list.total > query.size) && (
        <Suspense fallback={<div className="h-14" />}>
          <ListFoot
            {...{ section, query, asked, list, selection, extras, may, bare, isProtected, onQuery }}
            onDelete={(chosen) => void remove(chosen)}
          />
        </Suspense>
      )}
    </>
  )
}
