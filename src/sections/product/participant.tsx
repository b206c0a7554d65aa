import { Suspense } from 'react'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { showPhone } from '#console/kit/text/phone.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { AnswersInput } from './participant/answers-input.tsx'
import { AttendedCell } from './participant/attended-cell.tsx'
import { DoorLink } from './participant/door-link.tsx'

const TicketPanel = deferred(() => import('./participant/ticket-panel.tsx').then((module) => module.TicketPanel))

const grouped = groupedForm(participant, () => ({ answers: { input: AnswersInput, wide: true } }))

export const screens = defineSection(participant, {
  toolbar: (_query, _onQuery, base) => <DoorLink base={base} />,
  columns: ({ column }) => [column('attended', { cell: (row) => row.state === 'registered' && <AttendedCell row={row} /> })],
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
  line: ({ phone, event_title }) => [
    <bdi key="phone" dir="ltr">
      {showPhone(toText(phone))}
    </bdi>,
    toText(event_title),
  ],
  cardActions: (row) => <AttendedCell row={row} />,
})
