import { Kanban, Rows3 } from 'lucide-react'
import { type ComponentProps, Suspense } from 'react'
import { t, takeSectionWords } from '#console/i18n/i18n.ts'
import words from '#console/i18n/sections/leads.json' with { type: 'json' }
import { defineSection } from '#console/kit/define-section.tsx'
import type { BodyProps } from '#console/kit/list/query/extras.ts'
import { getOwnSales } from '#console/kit/text/own-sales.ts'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { AssignmentFilter } from './assignment-filter.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { Board, BulkActions, LeadForm, loadForm, loadStatusMenu } from './deferred-parts.ts'
import { FollowUp, ShortFollowUp } from './due-badge.tsx'
import { LeadCard } from './lead-card.tsx'
import { ListHead } from './list-head.tsx'
import { CampaignName, SalesName } from './names.tsx'
import { PhoneCell, PhoneLinks } from './phone-links.tsx'
import { QuickFilters } from './quick-filters.tsx'
import { StatusCell } from './status-cell.tsx'

const BoardBody = (props: BodyProps) => (
  <Suspense fallback={<BoardSkeleton />}>
    <Board {...props} />
  </Suspense>
)

/** Beside the other filters; on a phone it is in their sheet. */
const DeskAssignment = (props: ComponentProps<typeof AssignmentFilter>) => (usePhone() ? null : <AssignmentFilter {...props} />)

takeSectionWords(leads.name, words)

/** Leads: regular on the wire, so list and form are the kit's; cells, board and quick filters are custom. */
export const screens = defineSection(leads, {
  columns: ({ column }) => [
    column('name', { link: true, width: '14rem' }),
    column('phone', { cell: (row) => <PhoneCell phone={toText(row.phone)} name={toText(row.name)} /> }),
    column('status', { cell: (row) => <StatusCell row={row} /> }),
    column('campaign_name', { width: '9rem', cell: (row) => <CampaignName row={row} /> }),
    column('sales_name', { cell: (row) => <SalesName row={row} /> }),
    column('next_follow_up', { cell: (row) => <FollowUp at={row.next_follow_up} /> }),
  ],
  toolbar: (query, onQuery) => <DeskAssignment query={query} onQuery={onQuery} />,
  quick: { fields: ['status', 'sales'], body: (query, onQuery) => <QuickFilters query={query} onQuery={onQuery} /> },
  above: () => <ListHead />,
  card: (row) => <LeadCard row={row} />,
  cardAside: (row) => <ShortFollowUp at={row.next_follow_up} />,
  cardActions: (row) => <PhoneLinks phone={row.phone} name={toText(row.name)} size="icon" />,
  bulk: (selection) => <BulkActions selection={selection} />,
  bodies: [
    {
      name: 'list',
      icon: Rows3,
      body: null,
      get label() {
        return t('leads.asList')
      },
    },
    {
      name: 'board',
      icon: Kanban,
      body: BoardBody,
      get label() {
        return t('leads.asBoard')
      },
    },
  ],
  form: (tools) => <LeadForm tools={tools} />,
  // A salesperson's new lead is assigned to them; others' are unassigned.
  starts: () => ({ sales: getOwnSales() }),
  prepare: () => Promise.all([loadForm(), loadStatusMenu()]),
})
