import { useDraggable } from '@dnd-kit/react'
import { Link } from '@tanstack/react-router'
import { ArrowRightLeft } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import type { ListSearch } from '#console/kit/list/query/search.ts'
import { LoadOnPress } from '#console/kit/parts/deferred.tsx'
import { type Mark, MarkBadge } from '#console/kit/parts/marks.tsx'
import { opensNewTab } from '#console/kit/text/new-tab.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { recordLink } from '#console/kit/text/section-link.ts'
import { Button } from '#console/ui/button.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { loadStatusMenu, StatusMenu } from '../deferred-parts.ts'
import { FollowUp } from '../due-badge.tsx'
import { CampaignName, SalesName } from '../names.tsx'
import { PhoneLinks } from '../phone-links.tsx'

interface Props {
  row: AnyRow
  mark: Mark | null
  search: ListSearch
  movable: boolean
}

/** A lead on the board. The whole card can be dragged; 'Move to …' works without a pointer. */
export function BoardCard({ row, mark, search, movable }: Props) {
  const { ref, isDragging } = useDraggable({ id: row.ref, disabled: !movable })
  const name = toText(row.name)
  const mayEdit = useMay(leads).update
  return (
    <li
      ref={ref}
      data-ref={row.ref}
      className={`flex flex-col gap-1.5 rounded-lg border bg-card p-3 shadow-raised ${movable ? 'cursor-grab active:cursor-grabbing' : ''} ${isDragging ? 'rotate-1 shadow-floating' : ''}`}
      data-deleting={mark === 'deleting' || undefined}
    >
      <div className="flex items-center gap-1">
        <Link
          {...recordLink('leads', row.ref, search, mayEdit)}
          draggable={false}
          {...(opensNewTab() && { target: '_blank' })}
          dir="auto"
          data-name=""
          className="min-w-0 truncate text-sm font-medium underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        {mark && <MarkBadge mark={mark} record={row.ref} />}
      </div>
      <p className="flex min-w-0 gap-1.5 text-xs text-muted-foreground">
        <SalesName row={row} />
        {row.campaign_id ? (
          <>
            <span aria-hidden="true">·</span>
            <CampaignName row={row} />
          </>
        ) : null}
      </p>
      <div className="-mb-1 flex min-h-7 flex-wrap items-center text-xs touch:-mb-2">
        {row.next_follow_up ? <FollowUp at={row.next_follow_up} short /> : null}
        <span className="-me-1.5 ms-auto inline-flex touch:-me-2">
          <PhoneLinks phone={row.phone} name={name} />
          {movable && <MoveButton row={row} name={name} />}
        </span>
      </div>
    </li>
  )
}

function MoveButton({ row, name }: { row: AnyRow; name: string }) {
  const look = { variant: 'quiet', size: 'smallIcon', 'aria-haspopup': 'menu', 'aria-label': t('leads.moveName', { name }) } as const
  return (
    <LoadOnPress
      panel={StatusMenu}
      load={loadStatusMenu}
      props={{
        rows: [row],
        trigger: (
          <Button {...look}>
            <ArrowRightLeft />
          </Button>
        ),
      }}
      button={(on) => (
        <Button {...look} {...on}>
          <ArrowRightLeft />
        </Button>
      )}
    />
  )
}
