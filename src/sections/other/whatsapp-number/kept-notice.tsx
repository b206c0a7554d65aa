import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { request } from '#console/data/api/request.ts'
import { useAccess } from '#console/data/api/session.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { listLink } from '#console/kit/text/section-link.ts'
import { Alert } from '#console/ui/alert.tsx'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import { mayCall } from '#contract/kit/section/call.ts'
import { keptItems, openOutcomes, whatsappNumber } from '#contract/sections/other/whatsapp-number.ts'

const list = { ...firstPage, size: 1, filters: [{ field: 'outcome', values: [...openOutcomes] }] }

/** How many items were not understood; 0 until it is known, and for those who may not read them. */
export function useOpenItems(): number {
  const { data } = useQuery({
    queryKey: queryKeys.call(keptItems.name, 'count'),
    queryFn: ({ signal }) => request<Page<unknown>>(keptItems, { list, signal }),
    enabled: mayCall(keptItems, useAccess()),
    retry: false,
  })
  return data?.total_record ?? 0
}

/** How many items were not understood, with a way to them, for those who may read them; nothing where there are none. */
export function KeptNotice() {
  const count = useOpenItems()
  if (!count) return null
  return (
    <Alert tone="warning" className="mx-4 mb-3">
      {t('whatsapp-number.kept.count', { count, shown: formatNumber(count) })}{' '}
      <Link {...listLink(whatsappNumber.name, { at: 'not-understood' })} className="font-medium underline underline-offset-4">
        {t('whatsapp-number.kept.show')}
      </Link>
    </Alert>
  )
}
