import { useQuery } from '@tanstack/react-query'
import { outboxStore } from '#console/data/outbox-store.ts'
import { optionsOptions } from '#console/data/queries.ts'
import { useStore } from '#console/data/store.ts'
import { t } from '#console/i18n/i18n.ts'
import type { AnyRow } from '#contract/kit/section.ts'

/**
 * The name a row carries belongs to the server's row. While a change waits the reference may already be another, so
 * then, and for records made here, the name is looked up.
 */
function useName(row: AnyRow, field: 'sales' | 'campaign_id', source: string, carried: unknown): string | null {
  const waits = useStore(outboxStore, (state) => state.rows.some((entry) => entry.section === 'leads' && entry.touches.includes(row.ref)))
  const value = row[field]
  const { data } = useQuery({ ...optionsOptions(source), enabled: waits })
  const found = waits ? data?.find((option) => option.id === value || option.ref === value)?.label : undefined
  if (found) return found
  return typeof carried === 'string' && carried !== '' ? carried : null
}

/** Whose lead it is, or 'Unassigned'. */
export function SalesName({ row }: { row: AnyRow }) {
  const name = useName(row, 'sales', 'sales-user', row.sales_name)
  if (!row.sales) return <span className="text-muted-foreground">{t('choice.0')}</span>
  return (
    <span dir="auto" className="truncate">
      {name ?? '–'}
    </span>
  )
}

export function CampaignName({ row }: { row: AnyRow }) {
  const name = useName(row, 'campaign_id', 'campaign', row.campaign_name)
  return row.campaign_id && name ? (
    <span dir="auto" className="truncate">
      {name}
    </span>
  ) : (
    <span className="text-muted-foreground">–</span>
  )
}
