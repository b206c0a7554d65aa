import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import type { PressedPanelProps } from '../../parts/deferred.tsx'
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'

/** The filters of a list beside their button. */
export function FilterPanel({ open: first, ...props }: FilterFieldsProps & PressedPanelProps) {
  const [open, setOpen] = useState(first)
  const count = props.query.filters.length
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button aria-label={t('list.filters')}>
          <ListFilter className="size-4" />
          <span className="max-sm:hidden">{t('list.filters')}</span>
          {count > 0 && <span className="rounded bg-primary-soft px-1.5 text-xs text-primary-text">{count}</span>}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end">
        <div className="flex w-80 max-w-full flex-col gap-4">
          <FilterFields {...props} />
        </div>
      </PopoverContent>
    </Popover>
  )
}
