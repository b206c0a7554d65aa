import { Accessibility } from '@dnd-kit/dom'
import { DragDropProvider, PointerSensor, useDroppable } from '@dnd-kit/react'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { useOverlay } from '#console/data/query/outbox-store.ts'
import { listOptions } from '#console/data/query/queries.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import type { BodyProps } from '#console/kit/list/query/extras.ts'
import type { ListSearch } from '#console/kit/list/query/search.ts'
import { Failed } from '#console/kit/list/table/no-rows.tsx'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatNumber } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { Button } from '#console/ui/button.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { type LeadStatus, leadStatuses } from '#contract/choices/options.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { filterValues, type ListQuery, withFilter } from '#contract/kit/field/list-query.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { BoardSkeleton } from '../board-skeleton.tsx'
import { isLeadStatus } from '../status.ts'
import { BoardCard } from './board-card.tsx'
import { type Lane, toLanes, uniqueRows } from './lanes.ts'

interface Props {
  lane: Lane
  search: ListSearch
  movable: boolean
  offline: boolean
  onMore: () => void
}

/** One status: its total, its leads, and a button for more. */
function BoardLane({ lane, search, movable, offline, onMore }: Props) {
  const { ref, isDropTarget } = useDroppable({ id: lane.status })
  const name = choiceLabel(lane.status)
  return (
    <section
      ref={ref}
      aria-label={name}
      data-lane={lane.status}
      className={`flex h-[calc(100dvh-14.5rem-var(--bottom-bar))] min-h-80 w-[19rem] max-w-[86vw] shrink-0 snap-start flex-col rounded-xl bg-muted/50 ${isDropTarget ? 'outline-2 -outline-offset-2 outline-ring' : ''}`}
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

/** Leads of a lane per page. */
const pageSize = 30

interface Lanes {
  lanes: readonly Lane[]
  loading: boolean
  /** More pages need the network. */
  offline: boolean
  /** Why loading failed. */
  failed: { message: string; offline: boolean } | null
  retry: () => void
  showMore: (status: LeadStatus) => void
}

/** Pages of every status, folded with the outbox. A status filter leaves only its lanes. */
function useLanes(query: ListQuery): Lanes {
  const [pages, setPages] = useState<Partial<Record<LeadStatus, number>>>({})
  const wanted = filterValues(query, 'status').filter(isLeadStatus)
  const statuses = wanted.length ? leadStatuses.filter((status) => wanted.includes(status)) : leadStatuses
  const parts = statuses.flatMap((status) => Array.from({ length: pages[status] ?? 1 }, (_, index) => ({ status, page: index + 1 })))
  const answers = useQueries({
    queries: parts.map(({ status, page }) => ({
      ...listOptions(leads, { ...withFilter(query, 'status', [status]), page, size: pageSize }),
      // Only the list's page of leads is persisted.
      meta: {},
    })),
  })
  const reads = statuses.map((status) => {
    const own = answers.filter((_, index) => parts[index]?.status === status)
    return { status, rows: own.flatMap(({ data }) => data?.data ?? []), total: own[0]?.data?.total_record ?? null }
  })
  const rows = uniqueRows(reads)
  const unfiltered = useMemo(() => ({ ...withFilter(query, 'status', wanted), page: 1 }), [query, wanted])
  const folded = useOverlay(leads, rows, unfiltered)
  const empty = answers.every(({ data }) => data === undefined)
  const error = answers.find((answer) => answer.error)?.error ?? null
  const offline = answers.some(({ fetchStatus }) => fetchStatus === 'paused') || (error instanceof ApiError && error.offline)
  return {
    lanes: toLanes(reads, folded.rows),
    loading: empty && !error && !offline && folded.rows.length === 0,
    offline,
    failed: empty && (error || offline) && folded.rows.length === 0 ? { message: error?.message ?? '', offline } : null,
    retry: () => {
      for (const answer of answers) void answer.refetch()
    },
    showMore: (status) => setPages((old) => ({ ...old, [status]: (old[status] ?? 1) + 1 })),
  }
}

/**
 * Leads by status, draggable between lanes. Keyboard and touch use 'Move to …' on each card, which names its target; the library's keyboard
 * dragging, announced in English, is left out.
 */
export function Board({ query, search }: BodyProps) {
  useLocale()
  const may = useMay(leads)
  const { lanes, loading, failed, offline, retry, showMore } = useLanes(query)
  const [announcement, setAnnouncement] = useState('')
  if (loading) return <BoardSkeleton />
  if (failed) return <Failed {...failed} onRetry={retry} />

  async function move(ref: unknown, to: unknown) {
    const lane = lanes.find(({ rows }) => rows.some(({ row }) => row.ref === ref))
    const found = lane?.rows.find(({ row }) => row.ref === ref)
    if (!found || !isLeadStatus(to) || lane?.status === to) return
    const { setStatus } = await import('../actions.ts')
    if (await setStatus([found.row], to)) setAnnouncement(t('leads.moved', { name: toText(found.row.name), status: choiceLabel(to) }))
  }

  return (
    <DragDropProvider
      sensors={[PointerSensor]}
      plugins={(defaults) => defaults.filter((plugin) => plugin !== Accessibility)}
      onDragEnd={({ operation: { source, target }, canceled }) => {
        if (!canceled && source && target) void move(source.id, target.id)
      }}
    >
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <section
        aria-label={t('leads.asBoard')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so a keyboard must reach it
        tabIndex={0}
        className="flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto overscroll-x-contain px-4 pb-4 sm:snap-none"
      >
        {lanes.map((lane) => (
          <BoardLane
            key={lane.status}
            lane={lane}
            search={search}
            movable={may.update}
            offline={offline}
            onMore={() => showMore(lane.status)}
          />
        ))}
      </section>
    </DragDropProvider>
  )
}
