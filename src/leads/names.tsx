import { useQuery } from '@tanstack/react-query'
import { useStore } from '#console/data/base/store.ts'
import { optionsOptions } from '#console/data/query/option-queries.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { t } from '#console/i18n/i18n.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'

interface NameProps {
  row: AnyRow
  field: 'sales' | 'campaign_id'
  source: string
  carried: unknown
}

const NameText = ({ name }: { name: unknown }) => (
  <span dir="auto" className="truncate">
    {typeof name === 'string' && name !== '' ? name : '–'}
  </span>
)

function LookedUp({ row, field, source, carried }: NameProps) {
  const { data } = useQuery(optionsOptions(source))
  return <NameText name={data?.find((option) => option.id === row[field] || option.ref === row[field])?.label ?? carried} />
}

/**
 * The row's name is the server's. While a change waits the reference may differ, so then, and for unsynced records, the name is looked up.
 */
function Name(props: NameProps) {
  const { ref } = props.row
  const waits = useStore(outboxStore, (state) => state.rows.some((entry) => entry.section === 'leads' && entry.touches.includes(ref)))
  return waits ? <LookedUp {...props} /> : <NameText name={props.carried} />
}

/** The assignee, or 'Unassigned'. */
export function SalesName({ row }: { row: AnyRow }) {
  if (!row.sales) return <span className="truncate text-muted-foreground">{t('choice.0')}</span>
  return <Name row={row} field="sales" source="user/sales" carried={row.sales_name} />
}

export function CampaignName({ row }: { row: AnyRow }) {
  if (!row.campaign_id) return <span className="text-muted-foreground">–</span>
  return <Name row={row} field="campaign_id" source="campaign" carried={row.campaign_name} />
}
