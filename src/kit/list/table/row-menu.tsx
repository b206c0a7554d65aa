import { useNavigate } from '@tanstack/react-router'
import { MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#console/ui/dropdown-menu.tsx'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { CallItems } from '../../calls/call-buttons.tsx'
import type { PressedPanelProps } from '../../parts/deferred.tsx'
import { editLink } from '../../text/section-link.ts'
import type { ListSearch } from '../query/search.ts'

export interface RowMenuProps {
  section: Section
  row: AnyRow
  title: string
  search: ListSearch
  mayEdit: boolean
  onDelete: (() => void) | null
  /** Entries of the screen, before delete. */
  extra: ReactNode
}

/** Menu of one row. */
export function RowMenu({ section, row, title, search, mayEdit, onDelete, extra, open }: RowMenuProps & PressedPanelProps) {
  const navigate = useNavigate()
  return (
    <DropdownMenu defaultOpen={open}>
      <DropdownMenuTrigger asChild>
        <Button variant="quiet" size="smallIcon" aria-label={t('list.actionsOf', { name: title })}>
          <MoreHorizontal />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {mayEdit && (
          <DropdownMenuItem onSelect={() => void navigate(editLink(section.name, row.ref, search))}>
            <Pencil />
            {t('list.edit')}
          </DropdownMenuItem>
        )}
        <CallItems section={section} row={row} />
        {extra}
        {onDelete && (
          <DropdownMenuItem tone="danger" aria-haspopup="dialog" onSelect={onDelete}>
            <Trash2 />
            {t('list.delete')}
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
