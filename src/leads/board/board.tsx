import { Accessibility } from '@dnd-kit/dom'
import { DragDropProvider, PointerSensor } from '@dnd-kit/react'
import { useState } from 'react'
import { t, useLocale } from '#console/i18n/i18n.ts'
import type { BodyProps } from '#console/kit/list/query/extras.ts'
import { Failed } from '#console/kit/list/table/states.tsx'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { BoardSkeleton } from '../board-skeleton.tsx'
import { isLeadStatus } from '../status.ts'
import { BoardLane } from './board-lane.tsx'
import { useLanes } from './use-lanes.ts'

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
