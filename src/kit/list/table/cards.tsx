import { type Ref, Suspense } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { MarkBadge } from '../deferred-parts.ts'
import type { Column } from '../query/columns.ts'
import type { ListRow, RowTools } from '../query/row-tools.ts'
import { useSlots } from '../rows/use-slots.ts'
import { CardLine } from './card-line.tsx'
import { RowLink } from './row-link.tsx'
import { Content } from './table.tsx'

export interface CardsProps {
  columns: readonly Column[]
  rows: readonly ListRow[]
  tools: RowTools
  label: string
  /** Only rows near the screen are drawn, from this index on, with this space before and after. */
  window?: { from: number; before: number; after: number; measure: Ref<HTMLLIElement> }
}

/** The same rows on a phone in two lines: name and status, then every other shown column; targets of 44 px in letters of any size. */
export function Cards({ columns, rows, tools, label, window }: CardsProps) {
  const title = columns.find((column) => column.link) ?? columns[0]
  const slots = useSlots(rows.map(({ row }) => row.ref))
  const others = tools.card ? [] : columns.filter((column) => column !== title)
  // A status says what it is by its colour and word, and an input is none in a line.
  const status = others.find(({ name, field }) => name === 'status' || (field?.kind === 'choice' && /(^|_)stat(us|e)$/.test(name)))
  return (
    <ul
      aria-label={label}
      className="@container flex flex-col divide-y border-y bg-card"
      {...(window && { style: { paddingTop: window.before, paddingBottom: window.after } })}
    >
      {rows.map(({ row, mark }, index) => {
        const inputs = others.flatMap((column) => {
          const input = column === status ? null : tools.cell?.(column, row)
          return input ? [{ column, input }] : []
        })
        return (
          <li
            key={window ? row.ref : slots[index]}
            ref={window?.measure}
            data-index={index + (window?.from ?? 0)}
            data-ref={row.ref}
            data-card=""
            data-deleting={mark === 'deleting' || undefined}
            data-active={tools.active === row.ref || undefined}
            tabIndex={tools.active === row.ref ? 0 : -1}
            className="flex flex-wrap items-center ps-4 pe-1 py-1.5 [--spacing:4px] outline-none focus-visible:bg-muted"
          >
            {tools.selection && (
              <label className="-ms-3 grid size-11 shrink-0 place-items-center">
                <input
                  type="checkbox"
                  className="check"
                  aria-label={t('list.select', { name: tools.title(row) })}
                  checked={tools.selection.has(row)}
                  onChange={() => tools.selection?.toggle(row)}
                />
              </label>
            )}
            <div className="min-w-0 flex-1">
              <div className={`flex items-center gap-x-2 ${tools.card ? 'flex-wrap' : ''}`}>
                <span className="flex min-w-20 flex-1 items-center text-base font-medium">
                  <RowLink row={row} tools={tools}>
                    {tools.title(row)}
                  </RowLink>
                  {mark && (
                    <Suspense>
                      <MarkBadge mark={mark} record={row.ref} />
                    </Suspense>
                  )}
                </span>
                {!mark && tools.cardAside?.(row)}
                {status && <Content column={{ ...status, link: false }} row={row} tools={tools} mark={null} />}
              </div>
              {tools.card?.(row) ?? (
                <CardLine
                  columns={others.filter((each) => each !== status && !inputs.some(({ column }) => column === each))}
                  row={row}
                  pieces={tools.line?.(row)}
                />
              )}
            </div>
            {inputs.map(({ column, input }) => (
              <span key={column.name} className="ms-2 flex">
                {input}
              </span>
            ))}
            {tools.cardActions?.(row)}
            {tools.menu?.(row)}
            {tools.move?.(row)}
          </li>
        )
      })}
    </ul>
  )
}
