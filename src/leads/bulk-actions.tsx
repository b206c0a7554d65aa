import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft, UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { optionsOptions } from '#console/data/query/option-queries.ts'
import { t } from '#console/i18n/i18n.ts'
import type { Selection } from '#console/kit/list/query/selection.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { Button } from '#console/ui/button.tsx'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '#console/ui/command.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { unassigned } from '#contract/choices/options.ts'
import { holds } from '#contract/kit/field/permission.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { assign } from './actions.ts'
import { StatusMenu } from './status-menu.tsx'

/**
 * Bulk actions on leads: a new status, and with permission to delete and assign a new salesperson (docs/product/access.md#bulk-transfer).
 */
export function BulkActions({ selection }: { selection: Selection }) {
  const may = useMay(leads)
  const mayAssign = holds(useAccess(), 'update assign-sales')
  return (
    <>
      {may.update && (
        <StatusMenu
          open={false}
          rows={selection.rows}
          onMoved={selection.clear}
          trigger={
            <Button>
              <ArrowRightLeft />
              {t('leads.setStatus')}
            </Button>
          }
        />
      )}
      {mayAssign && may.delete && <AssignButton selection={selection} />}
    </>
  )
}

function AssignButton({ selection }: { selection: Selection }) {
  const [open, setOpen] = useState(false)
  const { data, isPending } = useQuery(optionsOptions('user/sales'))
  const give = async (to: number | string) => {
    setOpen(false)
    if (await assign(selection.rows, to)) selection.clear()
  }
  const people = [
    { value: unassigned, label: t('choice.0'), detail: '' },
    ...(data ?? []).map(({ id, ref, label, detail = '' }) => ({ value: id || ref, label, detail })),
  ]
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button>
          <UserRoundCheck />
          {t('leads.assign')}
        </Button>
      </PopoverTrigger>
      <PopoverContent side="top">
        <Command className="-m-3 flex w-72 max-w-[calc(100vw-1rem)] flex-col" label={t('leads.assign')}>
          <CommandInput placeholder={t('leads.findSales')} />
          <CommandList label={t('leads.assign')}>
            <CommandEmpty>{t(isPending ? 'app.loading' : 'leads.noSales')}</CommandEmpty>
            {people.map(({ value, label, detail }) => (
              <CommandItem key={value} value={`${label} ${detail} ${value}`} onSelect={() => void give(value)}>
                <span className="min-w-0 flex-1 py-1.5">
                  <span className="block truncate">{label}</span>
                  {detail && <span className="block truncate text-xs text-muted-foreground">{detail}</span>}
                </span>
              </CommandItem>
            ))}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  )
}
