import { Link } from '@tanstack/react-router'
import { defineSection } from '#console/kit/define-section.tsx'
import { formatDate } from '#console/kit/format.ts'
import { choiceLabel } from '#console/kit/labels.ts'
import { ListPane, type ListPaneProps } from '#console/kit/list/list-pane.tsx'
import { editLink } from '#console/kit/section-link.ts'
import { StatusBadge } from '#console/kit/status-badge.tsx'
import type { Tone } from '#console/kit/tone.ts'
import type { AnyRow } from '#contract/kit/section.ts'
import { member } from '#contract/sections/member/member.ts'
import { type AlertKind, alertKinds, memberAlert } from '#contract/sections/member/member-alert.ts'

const tones = {
  expiring: 'warning',
  expired: 'bad',
  order_paid: 'good',
  order_deleted: 'bad',
  other_sales: 'warning',
  leave: 'info',
  sales: 'neutral',
  phone: 'neutral',
} as const satisfies Record<AlertKind, Tone>

const kindOf = ({ kind }: AnyRow): AlertKind | undefined => alertKinds.find((each) => each === kind)

function Kind({ row }: { row: AnyRow }) {
  const kind = kindOf(row)
  return kind ? <StatusBadge value={kind} tone={tones[kind]} label={choiceLabel(kind, memberAlert.fields.kind)} /> : null
}

const { parts } = defineSection(memberAlert, {
  columns: ({ column }) => [
    column('member_id', {
      cell: (row) => (
        <Link
          {...editLink(member.name, String(row.member_id))}
          className="truncate font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
        >
          <bdi>{String(row.member_name ?? row.member_id)}</bdi>
        </Link>
      ),
    }),
    column('kind', { cell: (row) => <Kind row={row} /> }),
  ],
  card: (row) => (
    <span className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
      <Kind row={row} />
      {[row.product, row.expires_on && formatDate(String(row.expires_on)), row.detail].filter(Boolean).join(' · ')}
    </span>
  ),
})

/** What a salesperson must know of members, in place of a list of members. */
export function AlertPane({ parts: _, view: _view, ...props }: ListPaneProps) {
  return <ListPane {...props} parts={parts} view={{ name: 'all' }} />
}
