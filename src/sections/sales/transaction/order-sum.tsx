import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { loadSectionWords, t } from '#console/i18n/i18n.ts'
import { formatRupiah } from '#console/kit/text/format.ts'
import { firstPage, formatListQuery, type ListQuery } from '#contract/kit/field/list-query.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'

const call = sectionCall(transaction, 'sum')

/** What the orders of a narrowed list come to; nothing without a network. */
export function OrderSum({ query }: { query: ListQuery }) {
  const list = { ...firstPage, search: query.search, filters: query.filters }
  const { data } = useQuery({
    queryKey: [...queryKeys.sums(transaction.name), formatListQuery(list)],
    queryFn: async ({ signal }) => {
      await loadSectionWords(transaction.name)
      return request<{ orders: number; total: number }>(call, { list, signal })
    },
    placeholderData: keepPreviousData,
  })
  return (
    <p role="status" className="px-4 pb-2 text-sm text-muted-foreground tabular-nums">
      {data ? t('transaction.sum', { count: data.orders, total: formatRupiah(data.total) }) : '\u00a0'}
    </p>
  )
}
