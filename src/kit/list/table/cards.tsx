import { Suspense } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { MarkBadge } from '../deferred-parts.ts'
import * as look from '../query/classes.ts'
import type { Column } from '../query/columns.ts'
import { headOf } from '../query/head-of.ts'
import type { ListRow, RowTools } from '../query/row-tools.ts'
import { useSlots } from '../rows/use-slots.ts'
import { RowLink } from './row-link.tsx'
import { Content } from './table.tsx'

interface Props {
  columns: readonly Column[]
  rows: readonly ListRow[]
  tools: RowTools
  label: string
}

/** The same rows on a phone: title first, then every shown column under its name; targets of 44 px. */
export function Cards({ columns, rows, tools, label }: Props) {
  const title = columns.find((column) => column.link) ?? columns[0]
  const status = columns.find((column) => column.name === 'status')
  const slots = useSlots(rows.map(({ row }) => row.ref))
  const rest = columns.filter((column) => column !== title && column !== status)
  return (
    <ul aria-label={label} className="flex flex-col divide-y border-y bg-card">
      {rows.map(({ row, mark }, index) => (
        <li
          key={slots[index]}
          data-ref={row.ref}
          data-card=""
          data-deleting={mark === 'deleting' || undefined}
          data-active={tools.active === row.ref || undefined}
          tabIndex={tools.active === row.ref ? 0 : -1}
          className="px-4 py-2 outline-none focus-visible:bg-muted"
        >
          <div className="flex min-h-11 items-center gap-2">
            {tools.selection && (
              <label className="-ms-3 grid size-11 shrink-0 place-items-center">
                <input
                  type="checkbox"
                  className={look.check}
                  aria-label={t('list.select', { name: tools.title(row) })}
                  checked={tools.selection.has(row)}
                  onChange={() => tools.selection?.toggle(row)}
                />
              </label>
            )}
            <span className="flex min-h-11 min-w-0 flex-1 items-center text-base font-medium">
              <RowLink row={row} tools={tools}>
                {tools.title(row)}
              </RowLink>
              {mark && (
                <Suspense>
                  <MarkBadge mark={mark} record={row.ref} />
                </Suspense>
              )}
            </span>
            {!tools.card && status && <Content column={status} row={row} tools={tools} mark={null} />}
            {tools.menu?.(row)}
          </div>
          {tools.card ? (
            tools.card(row)
          ) : (
            <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1 pb-2 text-sm">
              {rest.map((column) => (
                <div key={column.name} className="contents">
                  <dt className="text-muted-foreground">{headOf(column)}</dt>
                  <dd className="max-w-full min-w-0 justify-self-end truncate text-end">
                    <Content column={{ ...column, link: false, align: 'end' }} row={row} tools={tools} mark={null} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {tools.move?.(row)}
        </li>
      ))}
    </ul>
  )
}
