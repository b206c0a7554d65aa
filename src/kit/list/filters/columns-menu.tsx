import { Columns3 } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#console/ui/dropdown-menu.tsx'
import type { PressedPanelProps } from '../../parts/deferred.tsx'
import type { Column } from '../query/columns.ts'
import { headOf } from '../query/head-of.ts'

export interface ColumnsMenuProps {
  columns: readonly Column[]
  shown: (name: string) => boolean
  onToggle: (name: string) => void
  onReset: () => void
}

/** Toggles columns; kept per path. The column that names the record stays. */
export function ColumnsMenu({ columns, shown, onToggle, onReset, open }: ColumnsMenuProps & PressedPanelProps) {
  return (
    <DropdownMenu defaultOpen={open}>
      <DropdownMenuTrigger asChild>
        <Button aria-label={t('list.columns')}>
          <Columns3 className="size-4" />
          <span className="max-lg:hidden">{t('list.columns')}</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-h-[60dvh] overflow-y-auto">
        {columns.map((column) => (
          <DropdownMenuCheckboxItem
            key={column.name}
            checked={shown(column.name)}
            disabled={column.link}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={() => onToggle(column.name)}
          >
            {headOf(column)}
          </DropdownMenuCheckboxItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={onReset}>{t('filters.resetColumns')}</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
