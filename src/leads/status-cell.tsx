import { ChevronDown } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { LoadOnPress } from '#console/kit/parts/deferred.tsx'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { loadStatusMenu, StatusMenu } from './deferred-parts.ts'

/** Status of a lead, with a menu for those who may change it. */
export function StatusCell({ row }: { row: AnyRow }) {
  const may = useMay(leads)
  if (!may.update) return <StatusBadge value={row.status} />
  const look = {
    type: 'button',
    'aria-haspopup': 'menu',
    'aria-label': t('leads.statusOf', { name: toText(row.name), status: choiceLabel(row.status) }),
    className:
      'group/status inline-flex items-center gap-0.5 rounded-full transition-opacity active:opacity-60 aria-[expanded=true]:opacity-60 touch:min-h-11 [&_svg]:size-3.5 [&_svg]:text-muted-foreground',
  } as const
  const content = (
    <>
      <StatusBadge value={row.status} />
      <ChevronDown aria-hidden="true" className="opacity-60 group-hover/status:opacity-100 @max-xs:hidden" />
    </>
  )
  return (
    <LoadOnPress
      panel={StatusMenu}
      load={loadStatusMenu}
      of={row.ref}
      props={{ rows: [row], trigger: <button {...look}>{content}</button> }}
      button={(on) => (
        <button {...look} {...on}>
          {content}
        </button>
      )}
    />
  )
}
