import { Link } from '@tanstack/react-router'
import { defineSection } from '#console/kit/define-section.tsx'
import { ListPane, type ListPaneProps } from '#console/kit/list/screen/list-pane.tsx'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { formatDate } from '#console/kit/text/format.ts'
import { editLink } from '#console/kit/text/section-link.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { member } from '#contract/sections/member/member.ts'
import { memberAlert } from '#contract/sections/member/member-alert.ts'

const { parts } = defineSection(memberAlert, {
  columns: ({ column }) => [
    column('member_id', {
      width: '20rem',
      cell: (row) => (
        <Link
          {...editLink(member.name, toText(row.member_id))}
          className="truncate font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
        >
          <bdi>{toText(row.member_name ?? row.member_id)}</bdi>
        </Link>
      ),
    }),
  ],
  cardAside: (row) => <ChoiceBadge value={row.kind} field={memberAlert.fields.kind} />,
  line: (row) => [toText(row.product), typeof row.expires_on === 'string' && formatDate(row.expires_on), toText(row.detail)],
})

/** Alerts about members for salespeople, in place of the list. */
export function AlertPane({ parts: _, view: _view, ...props }: ListPaneProps) {
  return <ListPane {...props} parts={parts} view={{ name: 'all' }} />
}
