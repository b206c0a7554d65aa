import { useDroppable } from '@dnd-kit/react'
import { t } from '#console/i18n/i18n.ts'
import type { ListSearch } from '#console/kit/list/query/search.ts'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatNumber } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { Button } from '#console/ui/button.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { BoardCard } from './board-card.tsx'
import type { Lane } from './lanes.ts'

interface Props {
  lane: Lane
  search: ListSearch
  movable: boolean
  offline: boolean
  onMore: () => void
}

/** One status: its total, its leads, and a button for more. */
export function BoardLane({ lane, search, movable, offline, onMore }: Props) {
  const { ref, isDropTarget } = useDroppable({ id: lane.status })
  const name = choiceLabel(lane.status)
  return (
    <section
      ref={ref}
      aria-label={name}
      data-lane={lane.status}
      className={`flex h-[calc(100dvh-14.5rem-var(--bottom-bar))] max-sm:h-[calc(100dvh-19.5rem-var(--bottom-bar))] min-h-80 w-[19rem] max-w-[84vw] shrink-0 snap-start flex-col rounded-xl bg-muted/50 ${isDropTarget ? 'outline-2 -outline-offset-2 outline-ring' : ''}`}
    >
      <header className="flex items-center gap-2 px-3 pt-3 pb-2">
        <h2>
          <StatusBadge value={lane.status} />
        </h2>
        {lane.total !== null && (
          <span className="text-xs tabular-nums text-muted-foreground" data-lane-total={lane.total}>
            {formatNumber(lane.total)}
          </span>
        )}
      </header>
      <ul aria-label={name} className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto overscroll-y-contain px-2 pb-2">
        {lane.rows.map(({ row, _state }) => (
          <BoardCard key={row.ref} row={row} mark={_state} search={search} movable={movable && _state !== 'deleting'} />
        ))}
        {lane.rows.length === 0 && <Nothing known={lane.total !== null} offline={offline} />}
        {lane.more && (
          <li>
            <Button repeats variant="ghost" className="w-full" onClick={onMore}>
              {t('leads.showMore', { count: Math.max(0, (lane.total ?? 0) - lane.rows.length) })}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

/** Empty, loading and unreachable are shown differently. */
function Nothing({ known, offline }: { known: boolean; offline: boolean }) {
  if (!known && !offline) {
    return (
      <li aria-hidden="true">
        <Skeleton className="h-28" />
      </li>
    )
  }
  return <li className="px-2 py-6 text-center text-sm text-muted-foreground">{t(known ? 'leads.laneEmpty' : 'connection.none')}</li>
}
