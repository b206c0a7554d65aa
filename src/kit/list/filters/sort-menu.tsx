import { ArrowDownUp } from 'lucide-react'
import { useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Segmented } from '#console/ui/radio.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import type { Sort } from '#contract/kit/field/list-query.ts'
import type { PressedPanelProps } from '../../parts/deferred.tsx'
import type { Column } from '../query/columns.ts'
import { headOf } from '../query/head-of.ts'

export interface SortMenuProps {
  /** Sortable columns. */
  columns: readonly Column[]
  sort: Sort | null
  onSort: (sort: Sort | null) => void
}

const row = 'flex min-h-11 cursor-pointer items-center gap-3 border-b border-border/60 text-sm last:border-0'

/** Sorting for lists without column heads: field and direction. Applies at once; the list's own order is one option. */
export function SortMenu({ columns, sort: current, onSort, open: first }: SortMenuProps & PressedPanelProps) {
  const [open, setOpen] = useState(first)
  // The URL follows later; the press shows at once.
  const [sort, setSort] = useState(current)
  const choose = (next: Sort | null) => {
    setSort(next)
    onSort(next)
  }
  const choices = [{ name: null, label: t('filters.ownOrder') }, ...columns.map((column) => ({ name: column.name, label: headOf(column) }))]
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={t('list.sort')}
        onClick={() => {
          setSort(current)
          setOpen(true)
        }}
      >
        <ArrowDownUp />
      </Button>
      <ResponsiveDialog
        open={open}
        onOpenChange={setOpen}
        title={t('list.sort')}
        closeLabel={t('app.close')}
        footer={
          sort && (
            <Segmented
              className="flex! w-full"
              label={t('filters.direction')}
              value={sort.direction}
              options={(['asc', 'desc'] as const).map((value) => ({ value, label: t(`filters.${value}`) }))}
              onChange={(direction) => choose({ ...sort, direction })}
            />
          )
        }
      >
        <div className="px-5 pb-4">
          <fieldset aria-label={t('list.sort')}>
            {choices.map(({ name, label }) => (
              <label key={name ?? ''} className={row}>
                <input
                  type="radio"
                  name="sort-field"
                  className="size-4 accent-primary"
                  checked={(sort?.field ?? null) === name}
                  onChange={() => choose(name === null ? null : { field: name, direction: sort?.direction ?? 'asc' })}
                />
                {label}
              </label>
            ))}
          </fieldset>
        </div>
      </ResponsiveDialog>
    </>
  )
}
