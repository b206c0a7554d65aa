import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import type { Kind } from '#contract/kit/field/kind.ts'
import type { Sort } from '#contract/kit/field/list-query.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Mark } from '../../parts/marks.tsx'
import { MarkBadge, SideScrollbar } from '../deferred-parts.ts'
import * as look from '../query/classes.ts'
import type { Column } from '../query/columns.ts'
import { headOf } from '../query/head-of.ts'
import type { FrameProps, ListRow, RowTools } from '../query/row-tools.ts'
import { useSlots } from '../rows/use-slots.ts'
import { cellOf } from './cell.tsx'
import { RowLink } from './row-link.tsx'
import { SortButton } from './sort-button.tsx'

export interface TableProps {
  /** Name of the table for screen readers. */
  label: string
  columns: readonly Column[]
  rows: readonly ListRow[]
  sort: Sort | null
  /** Null where the order is fixed. */
  onSort: ((sort: Sort | null) => void) | null
  tools: RowTools
  /** Only the visible rows are drawn, with this space before and after. */
  window?: { before: number; after: number }
  scroller?: RefObject<HTMLDivElement | null>
  busy?: boolean
  /** One of several tables on the screen. */
  short?: boolean
}

/** Rows as a table: sticky header, side scrollbar that stays in view, a double click highlights a cell (docs/product/lists.md#table). */
export function Table({ label, columns, rows, sort, onSort, tools, window, scroller, busy, short }: TableProps) {
  const own = useRef<HTMLDivElement>(null)
  const box = scroller ?? own
  const slots = useSlots(rows.map((entry) => entry.row.ref))
  const width = columns.length + (tools.selection ? 1 : 0) + (tools.menu || tools.move ? 1 : 0)
  return (
    <div className="relative min-w-0">
      <section
        ref={box}
        aria-label={label}
        className={`${look.scroller} ${short ? 'max-h-96' : 'max-h-[calc(100dvh-15rem)]'}`}
        aria-busy={busy}
      >
        <table className="w-full border-separate border-spacing-0 text-sm">
          <thead>
            <tr>
              {tools.frame && <td className={look.head} />}
              {tools.selection && (
                <th className={`${look.head} w-10 ps-4`}>
                  <input
                    type="checkbox"
                    className="check"
                    aria-label={t('list.selectAll')}
                    checked={rows.length > 0 && rows.every((entry) => tools.selection?.has(entry.row))}
                    onChange={(event) => tools.selection?.all(event.currentTarget.checked)}
                  />
                </th>
              )}
              {columns.map((column, place) => (
                <th
                  key={column.name}
                  scope="col"
                  className={`${look.head} ${place === 0 && !tools.selection && !tools.frame ? 'ps-4' : ''} ${column.align === 'end' ? 'text-end' : 'text-start'}`}
                  aria-sort={sort?.field === column.name ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined}
                >
                  {column.sortable && onSort ? <SortButton column={column} sort={sort} onSort={onSort} /> : <span>{headOf(column)}</span>}
                </th>
              ))}
              {(tools.menu || tools.move) && (
                <th className={`${look.head} end-0 w-12`}>
                  <span className="sr-only">{t('list.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {window && <tr style={{ height: window.before }} />}
            {rows.map((entry, index) => (
              <TableRow key={tools.frame ? entry.row.ref : slots[index]} entry={entry} index={index} columns={columns} tools={tools} />
            ))}
            {window && (
              <tr style={{ height: window.after }}>
                <td colSpan={width} />
              </tr>
            )}
          </tbody>
        </table>
      </section>
      <Suspense>
        <SideScrollbar box={box} watch={columns.length} />
      </Suspense>
    </div>
  )
}

const narrowingKinds: ReadonlySet<unknown> = new Set<Kind>([
  'text',
  'textarea',
  'richText',
  'email',
  'url',
  'reference',
  'references',
  'rows',
])
/** Shorter titles, such as codes and numbers of orders, are read whole. */
const narrowingFrom = 40

/** Texts give way before the table scrolls, so that the last column is not beneath the menu of its rows. */
function Narrowing({ of: { link, cell, width, field }, children }: { of: Column; children: ReactNode }) {
  const isShort = link && (field?.kind === 'reference' || (field?.max ?? 0) <= narrowingFrom)
  if ((cell && !width) || isShort || !narrowingKinds.has(field?.kind)) return children
  return (
    <div className="grid" style={{ gridTemplateColumns: `minmax(${link ? 8 : 5}rem, max-content)` }}>
      {children}
    </div>
  )
}

const PlainFrame = ({ id: _id, index: _index, ...rest }: FrameProps) => <tr {...rest} />

interface RowProps {
  entry: ListRow
  index: number
  columns: readonly Column[]
  tools: RowTools
}

function TableRow({ entry, index, columns, tools }: RowProps) {
  const { row, mark } = entry
  const Frame = tools.frame ?? PlainFrame
  const selected = tools.selection?.has(row) ?? false
  const [highlighted, setHighlighted] = useState<readonly string[]>([])
  const toggleHighlight = (cell: string) =>
    setHighlighted((old) => (old.includes(cell) ? old.filter((each) => each !== cell) : [...old, cell]))
  return (
    <Frame
      id={row.ref}
      index={index}
      data-ref={row.ref}
      data-active={tools.active === row.ref || undefined}
      tabIndex={tools.active === row.ref ? 0 : -1}
      aria-selected={tools.selection ? selected : undefined}
      data-deleting={mark === 'deleting' || undefined}
      className={look.row}
    >
      {tools.selection && (
        <td className={`${look.cell} ps-4`}>
          <input
            type="checkbox"
            className="check"
            aria-label={t('list.select', { name: tools.title(row) })}
            checked={selected}
            onChange={() => tools.selection?.toggle(row)}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.name}
          className={`${look.cell} ${place === 0 && !tools.selection && !tools.frame ? 'ps-4' : ''} ${column.align === 'end' ? 'text-end tabular-nums' : ''}`}
          style={{ maxWidth: column.width ?? (column.link ? '28rem' : '20rem') }}
          data-highlight={highlighted.includes(`${row.ref} ${column.name}`) || undefined}
          onDoubleClick={() => toggleHighlight(`${row.ref} ${column.name}`)}
        >
          <Narrowing of={column}>
            <Content column={column} row={row} tools={tools} mark={place === 0 ? mark : null} />
          </Narrowing>
        </td>
      ))}
      {(tools.menu || tools.move) && (
        <td className={`${look.cell} ${look.actions}`}>
          <span className="flex items-center justify-end">
            {tools.move?.(row)}
            {tools.menu?.(row)}
          </span>
        </td>
      )}
    </Frame>
  )
}

const isText = (content: unknown) => typeof content === 'string' || typeof content === 'number'

/** Content of a cell with the row's link, switch and mark. */
export function Content({ column, row, tools, mark }: { column: Column; row: AnyRow; tools: RowTools; mark: Mark | null }) {
  const content = tools.cell?.(column, row) ?? cellOf(column, row)
  if (!column.link && !mark && isText(content)) return <span className="block truncate">{content}</span>
  return (
    <span className={`flex min-w-0 items-center ${column.align === 'end' ? 'justify-end' : ''}`}>
      {column.link ? (
        <RowLink row={row} tools={tools}>
          {content}
        </RowLink>
      ) : (
        content
      )}
      {mark && (
        <Suspense>
          <MarkBadge mark={mark} record={row.ref} />
        </Suspense>
      )}
    </span>
  )
}
