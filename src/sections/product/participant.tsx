import { defineSection } from '#console/kit/define-section.tsx'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { AnswersInput } from './participant/answers-input.tsx'
import { AttendedCell } from './participant/attended-cell.tsx'

export const screens = defineSection(participant, {
  columns: ({ column }) => [column('attended', { cell: (row) => <AttendedCell row={row} /> })],
  fields: () => ({ answers: { input: AnswersInput, wide: true } }),
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
