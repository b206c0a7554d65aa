import type { ReactElement } from 'react'
import { t } from '#console/i18n/i18n.ts'
import type { PressedPanelProps } from '#console/kit/parts/deferred.tsx'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#console/ui/dropdown-menu.tsx'
import { type LeadStatus, leadStatuses } from '#contract/choices/options.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { setStatus } from './actions.ts'

export interface StatusMenuProps {
  rows: readonly AnyRow[]
  /** The menu's button. */
  trigger: ReactElement
  onMoved?: () => void
}

/** Menu of the nine statuses; a choice applies at once and is marked until the server has it. */
export function StatusMenu({ rows, trigger, onMoved, open }: StatusMenuProps & PressedPanelProps) {
  const current = rows.every((row) => row.status === rows[0]?.status) ? rows[0]?.status : null
  const move = async (status: LeadStatus) => {
    if (await setStatus(rows, status)) onMoved?.()
  }
  return (
    <DropdownMenu defaultOpen={open}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuLabel>{t('leads.moveTo')}</DropdownMenuLabel>
        {leadStatuses.map((status) => (
          <DropdownMenuCheckboxItem key={status} checked={status === current} onSelect={() => void move(status)}>
            <StatusBadge value={status} />
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
