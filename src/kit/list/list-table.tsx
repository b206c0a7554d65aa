import { useNavigate, useRouter } from '@tanstack/react-router'
import { type FocusEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { confirm } from '#console/ui/confirm.ts'
import { usePhone } from '#console/ui/use-media.ts'
import type { ListQuery } from '#contract/kit/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section.ts'
import type { ListTableOptions } from '#contract/kit/section-options.ts'
import { opensNewTab } from '../new-tab.ts'
import type { May } from '../permissions.ts'
import { listLink, recordLink, recordPath } from '../section-link.ts'
import { titleOf } from '../title-of.ts'
import { Cards } from './cards.tsx'
import { cellOf } from './cell.tsx'
import type { Column } from './columns.ts'
import type { ListExtras } from './extras.ts'
import { useListKeys } from './keyboard.ts'
import { lastPage } from './last-page.ts'
import { BulkBar, BulkEdit, CallButtons, InlineSelect, LongTable, MoveButtons, OrderTable, SwitchCell } from './lazy.ts'
import { Pagination } from './pagination.tsx'
import { RowMenuButton } from './row-menu-button.tsx'
import type { RowTools } from './row-tools.ts'
import { type ListSearch, writeSearch } from './search.ts'
import { useSelection } from './selection.ts'
import { Empty, Failed, Skeleton } from './states.tsx'
import { Table } from './table.tsx'
import { useNextPage } from './use-next-page.ts'
import { useOrder } from './use-order.ts'
import { useRows } from './use-rows.ts'

export interface ListTableProps {
  section: Section
  options: ListTableOptions
  /** The table's name for screen readers. */
  label: string
  columns: readonly Column[]
  query: ListQuery
  search: ListSearch
  /** Null where the table's state is preset. */
  onQuery: ((query: ListQuery, replace?: boolean) => void) | null
  onAdd: () => void
  may: May
  extras: ListExtras
  /** Fetches what the edit page needs. */
  onIntent: (row: AnyRow) => void
}

/** From this size on only the rows in view are drawn. */
const long = 100

/** One table of a screen: its rows in whatever state they are, and everything that can be done with them. */
export function ListTable({ section, options, label, columns, query, search, onQuery, onAdd, may, extras, onIntent }: ListTableProps) {
  const phone = usePhone()
  const navigate = useNavigate()
  const list = useRows(section, query)
  const { rows, move, group } = useOrder(section, options, list.rows, may.update)
  const selection = useSelection(list.records, writeSearch({ ...query, page: 1 }).query ?? '')
  const [active, setActive] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const title = (row: AnyRow) => titleOf(section, row)
  /** The row with the focus, which is the marked one; while nothing has it, the one that was marked last. */
  const place = () => {
    const focused = box.current?.contains(document.activeElement) ? document.activeElement?.closest('[data-ref]') : null
    const ref = focused?.getAttribute('data-ref') ?? active
    return list.records.findIndex((row) => row.ref === ref)
  }
  const newTab = opensNewTab()
  const { searchStr } = useRouter().buildLocation(listLink(section.name, search))
  const href = (row: AnyRow) => `${recordPath(section.name, row.ref, may.update)}${searchStr}`
  const open = (row: AnyRow) => {
    if (newTab) window.open(href(row), '_blank', 'noopener')
    else void navigate(recordLink(section.name, row.ref, search, may.update))
  }

  async function remove(chosen: readonly AnyRow[]) {
    const first = chosen[0]
    if (!first) return
    const name = chosen.length === 1 ? title(first) : t('list.records', { count: chosen.length })
    const sure = await confirm({
      title: t('list.deleteTitle', { name }),
      detail: t('list.deleteDetail'),
      action: t('list.delete'),
      cancel: t('list.cancel'),
      close: t('app.close'),
      destructive: true,
    })
    if (!sure) return
    const { remove: send } = await import('../actions.ts')
    if (await send(section, chosen)) selection.clear()
  }

  useListKeys(onQuery !== null, {
    move: (by) => {
      const next = list.records[Math.min(Math.max(place() + by, 0), list.records.length - 1)]
      if (!next) return
      setActive(next.ref)
      const row = box.current?.querySelector<HTMLElement>(`[data-ref="${next.ref}"]`)
      row?.focus({ preventScroll: true })
      row?.scrollIntoView({ block: 'nearest' })
    },
    open: () => {
      const row = list.records[place()]
      if (row) open(row)
    },
    select: () => {
      const row = list.records[place()]
      if (row && tools.selection) selection.toggle(row)
    },
    add: onAdd,
  })

  /** The marked row is the one that has the focus, by whatever way it came there. */
  const onFocus = ({ target }: FocusEvent) => {
    const ref = target.closest('[data-ref]')?.getAttribute('data-ref')
    if (onQuery && ref && ref !== active) setActive(ref)
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
      mayEdit={may.update && !isProtected(row)}
      onDelete={may.delete && !isProtected(row) ? () => void remove([row]) : null}
      extra={extras.rowMenu?.(row) ?? null}
    />
  )
  const bulkEdits = may.update && section.list.bulkEdit.length > 0
  const isInline = (name: string, row: AnyRow) => may.update && section.list.inline.includes(name) && !isProtected(row)
  const hasCalls = Object.values(section.calls).some(({ on }) => on === 'record')
  const tools: RowTools = {
    href,
    open,
    newTab,
    title,
    selection: onQuery && (may.delete || extras.bulk || bulkEdits) ? selection : null,
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
    intent: onIntent,
  }

  useNextPage(list, query, onQuery !== null)
  const isPastEnd = rows.length === 0 && list.state === 'ready' && !list.busy && onQuery !== null && query.page > 1
  useEffect(() => {
    // The last page may be emptied, here or by others: the one before it takes its place, also in the history.
    if (isPastEnd) onQuery?.({ ...query, page: lastPage(list.total, query) }, true)
  })

  if (list.state === 'loading' || isPastEnd) return <Skeleton columns={columns} size={query.size} cards={phone} />
  if (list.state === 'failed') return <Failed message={list.message} offline={list.offline} onRetry={list.retry} />
  if (!rows.length) {
    const filtered = query.search !== '' || query.filters.length > 0
    return <Empty filtered={filtered && onQuery !== null} onClear={() => onQuery?.({ ...query, page: 1, search: '', filters: [] })} />
  }
  const table = {
    label,
    columns,
    rows,
    sort: query.sort,
    tools,
    busy: list.busy,
    short: onQuery === null,
    onSort: onQuery && ((sort: ListQuery['sort']) => onQuery({ ...query, page: 1, sort })),
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears where the focus is, and does nothing else */}
      <div ref={box} className="contents" onFocus={onFocus} onBlur={onBlur}>
        {phone ? (
          <Cards label={label} columns={columns} rows={rows} tools={tools} />
        ) : (
          <Suspense fallback={<Table {...table} rows={rows.slice(0, long)} />}>
            {move ? <OrderTable {...table} onMove={move} /> : query.size >= long ? <LongTable {...table} /> : <Table {...table} />}
          </Suspense>
        )}
      </div>
      {onQuery && (
        <Pagination
          page={query.page}
          size={query.size}
          total={list.total}
          least={section.list.omitTotal}
          more={list.more}
          onPage={(page) => onQuery({ ...query, page })}
          onSize={(size) => onQuery({ ...query, page: 1, size })}
          onIntent={(page) => list.prefetch({ ...query, page })}
        />
      )}
      {onQuery && selection.rows.length > 0 && (
        <Suspense>
          <BulkBar
            selection={selection}
            onDelete={may.delete ? () => void remove(selection.rows.filter((row) => !isProtected(row))) : null}
          >
            <CallButtons section={section} on="selection" rows={selection.rows} />
            {extras.bulk?.(selection)}
            {bulkEdits && <BulkEdit section={section} rows={selection.rows.filter((row) => !isProtected(row))} onDone={selection.clear} />}
          </BulkBar>
        </Suspense>
      )}
    </>
  )
}
