import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useConnection } from '#console/data/api/connection.ts'
import { isCached } from '#console/data/cache/cached.ts'
import type { FoldedRow } from '#console/data/outbox/overlay/overlay.ts'
import { useOverlay } from '#console/data/query/outbox-store.ts'
import { fetchPage, listOptions } from '#console/data/query/queries.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t } from '#console/i18n/i18n.ts'
import { editLink } from '#console/kit/text/section-link.ts'
import { useSettled } from '#console/kit/text/use-settled.ts'
import { firstPage, type ListQuery } from '#contract/kit/field/list-query.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { type Known, wholePhone, withPhone } from './same-phone.ts'

/** Milliseconds; one request per typed number. */
const pauseMs = 250
const max = 5

/**
 * Other leads with this phone: from the device, with waiting ones, and from the server once it responds, which may be newer. Both contain
 * only what this person may see.
 */
function useKnownLeads(typed: unknown, own: string | null): Known[] {
  const phone = wholePhone(typed)
  const settled = useSettled(phone, pauseMs)
  const online = useConnection() === 'online'
  const list: ListQuery = { ...firstPage, size: max, search: settled ?? '' }
  const here = useQuery({ ...listOptions(leads, list), enabled: settled !== null, meta: {} })
  const there = useQuery({
    queryKey: queryKeys.call('leads.same-phone', settled),
    queryFn: ({ signal }) => fetchPage(leads, list, signal),
    enabled: settled !== null && online && isCached('leads'),
  })
  const folded = useOverlay(leads, here.data?.data ?? [], list)
  if (settled === null || settled !== phone) return []
  // A lead that the server refused to create does not exist; its own form would warn of it.
  const isThere = ({ row, _state }: FoldedRow) => _state !== 'deleting' && !(_state === 'failed' && row.version === 0)
  const stays = folded.rows.filter(isThere).map(({ row }) => row)
  return withPhone([...stays, ...(there.data?.data ?? [])], settled, own)
}

/** Warns that a phone already has a lead, with a link; a second one can still be saved. */
export function KnownLead({ phone, own }: { phone: unknown; own: string | null }) {
  const [first, ...more] = useKnownLeads(phone, own)
  if (!first) return null
  return (
    <span data-known-lead={first.ref} className="flex flex-wrap items-center gap-x-2 text-warning-text">
      <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0">
        {t('leads.samePhone', { name: first.name })}
        {more.length > 0 && ` ${t('leads.samePhoneMore', { count: more.length })}`}
      </span>
      <Link {...editLink('leads', first.ref)} className="inline-flex items-center font-medium underline underline-offset-4 touch:min-h-11">
        {t('leads.openExisting')}
      </Link>
    </span>
  )
}
