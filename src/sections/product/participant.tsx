import { Suspense } from 'react'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { AnswersInput } from './participant/answers-input.tsx'
import { AttendedCell } from './participant/attended-cell.tsx'
import { DoorLink } from './participant/door-link.tsx'

const TicketPanel = deferred(() => import('./participant/ticket-panel.tsx').then((module) => module.TicketPanel))

const grouped = groupedForm(participant, () => ({ answers: { input: AnswersInput, wide: true } }))

export const screens = defineSection(participant, {
  toolbar: (_query, _onQuery, base) => <DoorLink base={base} />,
  columns: ({ column }) => [column('attended', { cell: (row) => <AttendedCell row={row} /> })],
  form: (tools) => (
    <>
      {tools.record && (
        <Suspense fallback={<div className="h-52 animate-breathe rounded-lg bg-muted motion-reduce:animate-none sm:col-span-2" />}>
          <TicketPanel record={tools.record} />
        </Suspense>
      )}
      {grouped(tools)}
    </>
  ),
  card: (row) => (
    <span className="grid gap-1 pb-2 text-sm text-muted-foreground tabular-nums">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <ChoiceBadge value={row.state} field={participant.fields.state} />
        <bdi>{toText(row.phone)}</bdi>
      </span>
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="truncate">{toText(row.event_title)}</span>
        <AttendedCell row={row} />
      </span>
    </span>
  ),
})
